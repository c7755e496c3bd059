import WaldoCore
import WaldoTestSupport

/// The required behaviour of the arm's side, computed over the whole stream at once; the receivers see it byte by byte.
enum ReceiverModel {
    /// What the arm does after each turn, as `SLIDER ZX ZY`.
    /// - Parameters:
    ///   - turns: the stream.
    ///   - milliseconds: the slider's heartbeat.
    ///   - arrivals: the content of the frames that a turn's byte completes, by the turn's index.
    static func answers(
        _ turns: [Turn], repeat milliseconds: Int64, _ arrivals: [Int: [Channel: Int32]]
    ) -> [String] {
        var state = PerChannel<Int32>(repeating: 0), heard = Int64.min / 2
        return turns.enumerated().map { index, turn in
            for (channel, value) in arrivals[index] ?? [:] {
                state[channel] = value
                if channel == .slider { heard = turn.at }
            }
            if turn.at - heard >= 3 * milliseconds { state.slider = 0 }
            return "\(state.slider) \(state.zx) \(state.zy)"
        }
    }

    /// The content of every frame in the stream, by the index of the turn whose byte completes it.
    static func arrivals(
        _ receiver: ReceiverKind, _ turns: [Turn], repeat milliseconds: Int64
    ) -> [Int: [Channel: Int32]] {
        var arrivals: [Int: [Channel: Int32]] = [:]
        var piece: [(turn: Int, byte: UInt8)] = []
        func search() {
            for (last, says) in frames(receiver, piece.map(\.byte)) { arrivals[piece[last].turn] = says }
            piece = []
        }
        var before: Int64 = 0
        for (index, turn) in turns.enumerated() {
            guard let byte = turn.byte else { continue }
            // No frame contains a silence of three heartbeats.
            if turn.at - before >= 3 * milliseconds { search() }
            piece.append((index, byte))
            before = turn.at
        }
        search()
        return arrivals
    }

    /// The frames in a run of bytes, each with the index of its last byte.
    private static func frames(_ receiver: ReceiverKind, _ bytes: [UInt8]) -> [(last: Int, says: [Channel: Int32])] {
        switch receiver {
        case .text:
            return bytes.indices.compactMap { last in
                guard bytes[last] == UInt8(ascii: ">"),
                    let first = bytes[..<last].lastIndex(where: { (65...90).contains($0) }),
                    let says = text(String(decoding: bytes[first..<last], as: UTF8.self))
                else { return nil }
                return (last, says)
            }
        case .plain: return frames(of: 5, in: bytes, plain)
        case .combined: return frames(of: 8, in: bytes, combined)
        }
    }

    private static func frames(
        of length: Int, in bytes: [UInt8], _ read: ([UInt8]) -> [Channel: Int32]?
    ) -> [(last: Int, says: [Channel: Int32])] {
        var found: [(last: Int, says: [Channel: Int32])] = []
        var first = 0
        while first + length <= bytes.count {
            if let says = read(Array(bytes[first..<first + length])) {
                first += length
                found.append((first - 1, says))
            } else {
                first += 1
            }
        }
        return found
    }

    /// The content of a text frame without its `>`; nil if it is none.
    private static func text(_ text: String) -> [Channel: Int32]? {
        switch text {
        case "F": return [.slider: 1]
        case "S": return [.slider: 0]
        case "B": return [.slider: -1]
        default: break
        }
        let channels: [Character: Channel] = ["R": .zx, "L": .zx, "U": .zy, "D": .zy]
        guard let letter = text.first, let channel = channels[letter] else { return nil }
        let isNegative = "LD".contains(letter)
        guard text.dropFirst().hasPrefix("-") == isNegative else { return nil }
        let digits = text.dropFirst(isNegative ? 2 : 1)
        guard digits.count <= 3, digits.allSatisfy({ "0123456789".contains($0) }), let number = Int32(digits),
            number <= 100
        else { return nil }
        return [channel: isNegative ? -number : number]
    }

    private static func plain(_ bytes: [UInt8]) -> [Channel: Int32]? {
        let crc = bytes[1...3].reduce(UInt8(0)) { crc, byte in
            (0..<8).reduce(crc ^ byte) { crc, _ in crc & 0x80 == 0 ? crc << 1 : crc << 1 ^ 0x07 }
        }
        let value = Int32(Int8(bitPattern: bytes[3]))
        guard bytes[0] == 0xa5, bytes[4] == crc, abs(value) <= 100, (1...3).contains(bytes[1]) else { return nil }
        return [Channel(Int(bytes[1]) - 1): value]
    }

    private static func combined(_ bytes: [UInt8]) -> [Channel: Int32]? {
        func number(_ low: Int) -> Int32 {
            Int32(Int16(bitPattern: UInt16(bytes[low]) + UInt16(bytes[low + 1]) * 256))
        }
        let says: [Channel: Int32] = [.slider: Int32(Int8(bitPattern: bytes[1])), .zx: number(2), .zy: number(4)]
        guard bytes[0] == 0xa5, bytes[..<7].reduce(0, &+) == bytes[7], abs(says[.slider]!) <= 100,
            abs(says[.zx]!) <= 1_000, abs(says[.zy]!) <= 1_000
        else { return nil }
        return says
    }
}
