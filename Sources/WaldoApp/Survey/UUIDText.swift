/// The text of a UUID (RFC 9562).
enum UUIDText {
    /// A random one, of version 4.
    static func random() -> String { text((0..<16).map { _ in UInt8.random(in: .min ... .max) }, version: 4) }

    /// One that follows from bytes of our own, of version 8.
    /// - Parameter bytes: 16 or more; the first 16 count.
    static func text(_ bytes: [UInt8], version: UInt8 = 8) -> String {
        var bytes = Array(bytes.prefix(16))
        bytes[6] = bytes[6] & 0x0f | version << 4
        bytes[8] = bytes[8] & 0x3f | 0x80
        let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }
}
