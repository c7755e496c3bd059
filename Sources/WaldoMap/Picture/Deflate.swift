/// Compression of a picture's rows into a zlib stream (RFC 1950 and 1951): the codes are the fixed ones, and only
/// what was also `distance` bytes before is left out, as the pixel to the left or the one above.
struct Deflate {
    private(set) var bytes: [UInt8] = [0x78, 0x01]
    private var bits: UInt64 = 0, count = 0

    /// Compresses bytes.
    /// - Parameter distances: how far back a repetition may be, each 1...32,768.
    init(_ input: [UInt8], distances: [Int]) {
        put(0b011, 3)  // the last block, with the fixed codes
        var place = 0
        while place < input.count {
            let (length, distance) = Self.repetition(input, place, distances)
            if length >= 3 {
                put(length: length)
                put(distance: distance)
                place += length
            } else {
                put(literal: Int(input[place]))
                place += 1
            }
        }
        put(literal: 256)
        if count > 0 { put(0, 8 - count) }
        let sum = Self.adler32(input)
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    }

    private static func repetition(_ input: [UInt8], _ place: Int, _ distances: [Int]) -> (length: Int, distance: Int) {
        var best = (length: 0, distance: 0)
        let most = min(258, input.count - place)
        for distance in distances where distance <= place {
            var length = 0
            while length < most, input[place + length] == input[place + length - distance] { length += 1 }
            if length > best.length { best = (length, distance) }
        }
        return best
    }

    // MARK: codes

    private mutating func put(literal: Int) {
        switch literal {
        case 0..<144: putCode(0x30 + literal, 8)
        case 144..<256: putCode(0x190 + literal - 144, 9)
        case 256..<280: putCode(literal - 256, 7)
        default: putCode(0xc0 + literal - 280, 8)
        }
    }

    private mutating func put(length: Int) {
        if length == 258 { return put(literal: 285) }
        let code = Self.lengths.lastIndex { $0 <= length } ?? 0
        put(literal: 257 + code)
        put(length - Self.lengths[code], code < 8 ? 0 : code / 4 - 1)
    }

    private mutating func put(distance: Int) {
        let code = Self.distances.lastIndex { $0 <= distance } ?? 0
        putCode(code, 5)
        put(distance - Self.distances[code], code < 4 ? 0 : code / 2 - 1)
    }

    /// The least length of each code from 257, and the least distance of each from 0.
    private static let lengths = bases(28, from: 3, plain: 8, perSize: 4)
    private static let distances = bases(30, from: 1, plain: 4, perSize: 2)

    private static func bases(_ count: Int, from first: Int, plain: Int, perSize: Int) -> [Int] {
        var next = first
        return (0..<count).map { code in
            defer { next += 1 << (code < plain ? 0 : code / perSize - 1) }
            return next
        }
    }

    // MARK: bits

    /// A Huffman code goes out from its highest bit.
    private mutating func putCode(_ code: Int, _ length: Int) {
        for bit in stride(from: length - 1, through: 0, by: -1) { put(code >> bit & 1, 1) }
    }

    /// A number goes out from its lowest bit.
    private mutating func put(_ number: Int, _ length: Int) {
        bits |= UInt64(number) << UInt64(count)
        count += length
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            count -= 8
        }
    }

    private static func adler32(_ input: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in input {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
