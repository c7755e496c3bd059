/// The opcodes of the MCAP records that an export writes (https://mcap.dev/spec).
enum MCAPOpcode: UInt8 {
    case header = 1, footer, schema, channel, message, chunk, messageIndex, chunkIndex
    case statistics = 11, metadata, metadataIndex, summaryOffset, dataEnd
}

/// MCAP's encoding of values: little-endian; strings, maps and arrays after their length in bytes.
extension [UInt8] {
    mutating func put(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    mutating func put(_ text: String) {
        put(UInt32(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    /// A map or array; its length is filled in once it is written.
    mutating func putSized(_ body: (inout [UInt8]) -> Void) {
        let start = count
        put(UInt32(0))
        body(&self)
        patch(UInt32(count - start - 4), at: start)
    }

    /// A record: its opcode, its length in bytes and its content.
    mutating func putRecord(_ opcode: MCAPOpcode, _ body: (inout [UInt8]) -> Void) {
        append(opcode.rawValue)
        let start = count
        put(UInt64(0))
        body(&self)
        patch(UInt64(count - start - 8), at: start)
    }

    private mutating func patch(_ number: some FixedWidthInteger, at position: Int) {
        Swift.withUnsafeBytes(of: number.littleEndian) { bytes in
            for (index, byte) in bytes.enumerated() { self[position + index] = byte }
        }
    }
}
