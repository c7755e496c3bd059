/// A checksum over the bytes of a frame or of a message, from one of them up to where it stands.
public struct Checksum: Equatable, Sendable {
    /// How the bytes are summed.
    public enum Kind: Equatable, Sendable {
        /// The sum of the bytes, modulo 256.
        case sum8
        /// The exclusive or of the bytes.
        case xor8
        /// CRC-8, most significant bit first.
        case crc8(poly: UInt8, initial: UInt8)
        /// The sum of the bytes, modulo 65,536.
        case sum16
        /// CRC-16, most significant bit first, or least significant bit first where it is reflected.
        case crc16(poly: UInt16, initial: UInt16, isReflected: Bool)
    }

    /// What is sent of the sum.
    public enum Ending: String, CaseIterable, Sendable {
        /// The sum.
        case plain
        /// Its bits inverted.
        case complement
        /// What added to it gives 0.
        case negative
    }

    /// How the bytes are summed.
    public var kind: Kind
    /// Index of the first byte covered.
    public var from: Int
    /// What is sent of the sum.
    public var ending: Ending
    /// Whether the higher byte of two comes first.
    public var isBigEndian: Bool

    /// Creates a checksum over the bytes from `from`.
    public init(_ kind: Kind, from: Int = 0, ending: Ending = .plain, isBigEndian: Bool = false) {
        self.kind = kind
        self.from = from
        self.ending = ending
        self.isBigEndian = isBigEndian
    }

    /// Its length in bytes.
    public var count: Int {
        switch kind {
        case .sum8, .xor8, .crc8: 1
        case .sum16, .crc16: 2
        }
    }

    /// The number that it has over bytes.
    /// - Parameter byte: returns the byte at an index below `count`.
    @inline(__always)
    func number(count: Int, _ byte: (Int) -> UInt8) -> UInt16 {
        var sum = kind.initial, index = from
        while index < count {
            sum = kind.next(sum, byte(index))
            index += 1
        }
        switch ending {
        case .plain: break
        case .complement: sum = ~sum
        case .negative: sum = 0 &- sum
        }
        return self.count == 1 ? sum & 0xff : sum
    }

    /// The number that it has over a message.
    public func number(over message: ArraySlice<UInt8>) -> UInt16 {
        let start = message.startIndex
        return number(count: message.count) { message[start + $0] }
    }

    /// Whether the checksum over a message's first bytes stands behind them.
    /// - Parameter end: how many bytes it covers, with those before `from`.
    public func stands(in message: [UInt8], at end: Int) -> Bool {
        guard end + count <= message.count else { return false }
        let number = number(over: message[..<end])
        guard count == 2 else { return UInt16(message[end]) == number }
        let (first, second) = (UInt16(message[end]), UInt16(message[end + 1]))
        return isBigEndian ? first << 8 | second == number : second << 8 | first == number
    }

    /// The bytes of the checksum over a message.
    public func bytes(over message: ArraySlice<UInt8>) -> [UInt8] {
        let number = number(over: message)
        guard count == 2 else { return [UInt8(number)] }
        let low = UInt8(truncatingIfNeeded: number), high = UInt8(truncatingIfNeeded: number >> 8)
        return isBigEndian ? [high, low] : [low, high]
    }
}

extension Checksum.Kind {
    /// The sum before the first byte.
    @inline(__always)
    fileprivate var initial: UInt16 {
        switch self {
        case .sum8, .xor8, .sum16: 0
        case .crc8(_, let initial): UInt16(initial)
        case .crc16(_, let initial, _): initial
        }
    }

    /// The sum with one byte more.
    @inline(__always)
    fileprivate func next(_ sum: UInt16, _ byte: UInt8) -> UInt16 {
        switch self {
        case .sum8, .sum16: return sum &+ UInt16(byte)
        case .xor8: return sum ^ UInt16(byte)
        case .crc8(let poly, _):
            var sum = UInt8(truncatingIfNeeded: sum) ^ byte
            for _ in 0..<8 { sum = sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ poly }
            return UInt16(sum)
        case .crc16(let poly, _, false):
            var sum = sum ^ UInt16(byte) << 8
            for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ poly }
            return sum
        case .crc16(let poly, _, true):
            var sum = sum ^ UInt16(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ poly.reversedBits }
            return sum
        }
    }
}

extension UInt16 {
    fileprivate var reversedBits: UInt16 {
        var rest = self, reversed: UInt16 = 0
        for _ in 0..<16 {
            reversed = reversed << 1 | rest & 1
            rest >>= 1
        }
        return reversed
    }
}
