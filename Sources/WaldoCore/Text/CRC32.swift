/// The CRC-32 of zip, PNG and MCAP: polynomial 0x04C11DB7, reflected, initial value and final XOR all ones.
public struct CRC32: Sendable {
    /// Eight tables of 256: what a byte contributes that stands so many bytes before the end of the eight.
    private static let table: [UInt32] = {
        var table: [UInt32] = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
        }
        for index in 256..<8 * 256 {
            let before = table[index - 256]
            table.append(before >> 8 ^ table[Int(before & 255)])
        }
        return table
    }()

    private var register = UInt32.max

    /// Creates the checksum of no bytes.
    public init() {}

    /// The checksum of the bytes so far.
    public var value: UInt32 { ~register }

    /// Adds bytes.
    public mutating func add(_ bytes: some Sequence<UInt8>) {
        let done: Void? = bytes.withContiguousStorageIfAvailable { add(buffer: $0) }
        if done == nil { Array(bytes).withUnsafeBufferPointer { add(buffer: $0) } }
    }

    private mutating func add(buffer: UnsafeBufferPointer<UInt8>) {
        var register = register, offset = 0
        let raw = UnsafeRawBufferPointer(buffer)
        Self.table.withUnsafeBufferPointer { table in
            while offset + 8 <= raw.count {
                let word =
                    UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                    ^ UInt64(register)
                register = 0
                for byte in 0..<8 {
                    register ^= table[(7 - byte) << 8 | Int(word >> UInt64(byte << 3) & 255)]
                }
                offset += 8
            }
            while offset < raw.count {
                register = register >> 8 ^ table[Int(UInt8(truncatingIfNeeded: register) ^ raw[offset])]
                offset += 1
            }
        }
        self.register = register
    }

    /// The checksum of some bytes.
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var crc = CRC32()
        crc.add(bytes)
        return crc.value
    }
}
