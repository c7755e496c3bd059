import WaldoCore
import WaldoTestSupport

/// The frames that a run of bytes contains by the rules of the reference receivers, computed over all bytes at once;
/// the simulated arm sees them one by one.
enum ReceivedFrames {
    /// What a frame sets, and the index of its last byte.
    struct Found: Equatable {
        var last: Int
        var sets: [SetNumber]
    }

    struct SetNumber: Equatable {
        var channel: Channel
        var value: Int32
    }

    /// Text: from the last capital letter before each end mark on.
    static func text(_ bytes: [UInt8]) -> [Found] {
        bytes.indices.compactMap { last in
            guard bytes[last] == UInt8(ascii: ">"),
                let first = bytes[..<last].lastIndex(where: { (65...90).contains($0) })
            else { return nil }
            let text = String(decoding: bytes[first..<last], as: UTF8.self), rest = text.dropFirst()
            let digits = rest.hasPrefix("-") ? rest.dropFirst() : rest
            let isNumber = (1...3).contains(digits.count) && digits.utf8.allSatisfy { (48...57).contains($0) }
            let number = isNumber ? Int32(digits).flatMap { $0 <= 100 ? $0 : nil } : nil
            let isNegative = rest.hasPrefix("-")
            func found(_ channel: Channel, _ value: Int32) -> Found {
                Found(last: last, sets: [SetNumber(channel: channel, value: value)])
            }
            switch text.first {
            case "F": return rest.isEmpty ? found(.slider, 6) : nil
            case "B": return rest.isEmpty ? found(.slider, -6) : nil
            case "S": return rest.isEmpty ? found(.slider, 0) : nil
            case "R": return isNegative ? nil : number.map { found(.zx, $0) }
            case "L": return isNegative ? number.map { found(.zx, -$0) } : nil
            case "U": return isNegative ? nil : number.map { found(.zy, $0) }
            case "D": return isNegative ? number.map { found(.zy, -$0) } : nil
            default: return nil
            }
        }
    }

    /// A5, channel, number, value, CRC.
    static func plain(_ bytes: [UInt8]) -> [Found] {
        windows(of: 5, in: bytes) { frame in
            let value = Int32(Int8(bitPattern: frame[3]))
            guard crc(frame[1...3]) == frame[4], (1...3).contains(frame[1]), value.magnitude <= 100 else { return nil }
            return [SetNumber(channel: Channel(Int(frame[1]) - 1), value: value)]
        }
    }

    /// A5, slider, zx, zy, number, sum.
    static func combined(_ bytes: [UInt8]) -> [Found] {
        windows(of: 8, in: bytes) { frame in
            func word(_ at: Int) -> Int32 { Int32(Int16(bitPattern: UInt16(frame[at]) | UInt16(frame[at + 1]) << 8)) }
            let values = [Int32(Int8(bitPattern: frame[1])), word(2), word(4)]
            guard frame[..<7].reduce(0, { $0 &+ $1 }) == frame[7], values[0].magnitude <= 100,
                values[1...].allSatisfy({ $0.magnitude <= 1_000 })
            else { return nil }
            return values.indices.map { SetNumber(channel: Channel($0), value: values[$0]) }
        }
    }

    private static func windows(
        of length: Int, in bytes: [UInt8], _ read: ([UInt8]) -> [SetNumber]?
    ) -> [Found] {
        var found: [Found] = [], at = 0
        while at + length <= bytes.count {
            if bytes[at] == 0xA5, let sets = read(Array(bytes[at..<at + length])) {
                found.append(Found(last: at + length - 1, sets: sets))
                at += length
            } else {
                at += 1
            }
        }
        return found
    }

    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        var crc = 0
        for bit in bytes.flatMap({ byte in (0..<8).map { Int(byte) >> (7 - $0) & 1 } }) + [0, 0, 0, 0, 0, 0, 0, 0] {
            crc = crc << 1 | bit
            if crc & 0x100 != 0 { crc ^= 0x107 }
        }
        return UInt8(crc)
    }
}
