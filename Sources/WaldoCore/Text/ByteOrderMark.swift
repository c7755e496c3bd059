/// The byte order mark of UTF-8, with which spreadsheets and editors begin their files.
public enum ByteOrderMark {
    /// Its bytes.
    public static let utf8: [UInt8] = [0xef, 0xbb, 0xbf]

    /// The bytes without the mark that they may begin with.
    @inlinable
    public static func dropped<Bytes: Collection<UInt8>>(from bytes: Bytes) -> Bytes.SubSequence {
        // Almost no text has one, and it is asked of every line.
        bytes.first == 0xef && bytes.starts(with: utf8) ? bytes.dropFirst(utf8.count) : bytes[...]
    }
}
