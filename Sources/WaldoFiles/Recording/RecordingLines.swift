import WaldoCore

/// The raw lines of a recording, to show the context of one; control characters are escaped.
public final class RecordingLines {
    private static let width = 200
    private let lines: LineReader

    /// Opens the file.
    /// - Throws: that it cannot be opened, or is no regular file.
    public init(_ path: String) throws(FileError) {
        lines = try LineReader(path, longestLine: RecordingReader.longestLine)
    }

    /// The number of the line that `next` returned last, from 1.
    public var number: Int { lines.number }

    /// The next line, cut to 200 characters; nil at the end.
    /// - Throws: that the file cannot be read, or a line is too long for a recording.
    public func next() throws(FileError) -> String? {
        guard let bytes = try lines.next() else { return nil }
        let text = String(decoding: bytes.prefix(Self.width), as: UTF8.self)
        return SafeText.escaped(text, upTo: Self.width) + (bytes.count > Self.width ? " ..." : "")
    }
}
