/// The required behaviour of the receiver for servos, computed over the whole stream at once.
struct ServoModel {
    /// The angles of all servos in degrees, from the moment on at which they change, in microseconds.
    let angles: [(at: Int, values: [UInt8])]
    /// Whether no pause is so close to the one that ends a frame that a millisecond decides.
    let isDecided: Bool

    private static let letters = Array("DCBGA".utf8), pause = 20_000

    init(_ input: SketchInput, baud: Int) {
        let arrivals = input.arrivals(baud: baud)
        var angles: [(at: Int, values: [UInt8])] = [(0, [90, 90, 90, 90, 90])], pieces: [Range<Int>] = [], first = 0
        for index in arrivals.indices
        where index + 1 == arrivals.count || arrivals[index + 1] - arrivals[index] >= Self.pause {
            pieces.append(first..<index + 1)
            first = index + 1
        }
        for piece in pieces {
            // A frame reaches from a letter to the next letter, to the end of a line, or to the pause.
            let ends = piece.filter {
                Self.letters.contains(input.bytes[$0].byte) || [10, 13].contains(input.bytes[$0].byte)
            }
            for (index, start) in ends.enumerated() {
                guard let servo = Self.letters.firstIndex(of: input.bytes[start].byte) else { continue }
                let next = index + 1 < ends.count ? ends[index + 1] : nil
                let digits = input.bytes[start + 1..<(next ?? piece.upperBound)].map(\.byte)
                guard (1...3).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }),
                    let angle = UInt8(String(decoding: digits, as: UTF8.self)), angle <= 180
                else { continue }
                var values = angles.last!.values
                values[servo] = angle
                let at = next.map { arrivals[$0] } ?? arrivals[piece.upperBound - 1] + Self.pause
                if values != angles.last!.values { angles.append((at, values)) }
            }
        }
        self.angles = angles
        isDecided = zip(arrivals, arrivals.dropFirst()).allSatisfy { !(17_000...23_000).contains($1 - $0) }
    }
}
