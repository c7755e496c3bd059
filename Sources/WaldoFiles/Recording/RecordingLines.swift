/// The lines of a recording as they stand, for showing the surroundings of one; what a terminal would obey is escaped.
public final class RecordingLines {
    private static let width = 200
    private let lines: LineReader

    /// Opens the file.
    public init(_ path: String) throws(FileError) {
        lines = try LineReader(path, longestLine: RecordingReader.longestLine)
    }

    /// The number of the line given last, from 1.
    public var number: Int { lines.number }

    /// The next line, cut where it is long; nil at the end.
    public func next() throws(FileError) -> String? {
        guard let bytes = try lines.next() else { return nil }
        let text = String(decoding: bytes.prefix(Self.width), as: UTF8.self)
        return printable(text, upTo: Self.width) + (bytes.count > Self.width ? " ..." : "")
    }
}
