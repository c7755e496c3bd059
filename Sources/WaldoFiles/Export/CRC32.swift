/// The CRC-32 of zip, PNG and MCAP: polynomial 0x04C11DB7, reflected, initial value and final XOR all ones.
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }

    private var register = UInt32.max

    /// The checksum of the bytes so far.
    var value: UInt32 { ~register }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        let done: Void? = bytes.withContiguousStorageIfAvailable { add(buffer: $0) }
        if done == nil { Array(bytes).withUnsafeBufferPointer { add(buffer: $0) } }
    }

    private mutating func add(buffer: UnsafeBufferPointer<UInt8>) {
        var register = register
        Self.table.withUnsafeBufferPointer { table in
            for byte in buffer { register = register >> 8 ^ table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] }
        }
        self.register = register
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var crc = CRC32()
        crc.add(bytes)
        return crc.value
    }
}
