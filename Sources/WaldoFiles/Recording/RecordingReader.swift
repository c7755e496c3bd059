import Glibc
public import WaldoCore
import WaldoLoop
import WaldoTime

/// Reads a recording line by line, in constant memory however long it is.
public final class RecordingReader {
    /// The longest line in bytes: a header contains the texts of two files.
    static let longestLine = 1 << 20
    /// The latest plausible time: a hundred days, in microseconds.
    private static let longestTime: UInt64 = 8_640_000_000_000

    /// The recording's first line.
    public let header: RecordingHeader
    /// The arm that was driven, as its file was then.
    public let arm: Arm
    /// The mapping that was used, as its file was then.
    public let mapping: Mapping
    /// The number of the line that `next` returned last; the header is line 1.
    public var line: Int { lines.number }
    /// Whether the last line is incomplete: the drive was cut off.
    public var isTorn: Bool { lines.isTorn }
    /// The part of the file that has been read, 0...1.
    public var progress: Double { lines.progress }

    /// A position between two lines, to return to.
    public struct Position: Equatable, Sendable {
        var position: LineReader.Position
        var time: Instant?
    }

    /// The position after the line that `next` returned last.
    public var position: Position { Position(position: lines.position, time: time) }

    /// Seeks to a position of this recording.
    /// - Throws: that the file cannot be read.
    public func seek(to position: Position) throws(FileError) {
        try lines.seek(to: position.position)
        time = position.time
    }

    private let path: String
    private let lines: LineReader
    private var time: Instant?

    /// Opens a recording and reads its header.
    /// - Throws: that the file cannot be read, is no recording or has another format, or what is wrong with the arm or
    ///   mapping in it.
    public init(_ path: String) throws(FileError) {
        self.path = path
        lines = try LineReader(path, longestLine: Self.longestLine)
        guard let first = try lines.next() else {
            if lines.isPacked { throw Self.packed(path) }
            throw FileError(
                file: path, lines.isTorn ? "the recording was cut off within its first line" : "the file is empty")
        }
        header = try Self.header(first, path)
        arm = try header.loadArm(of: path)
        mapping = try header.loadMapping(of: path)
    }

    private static func packed(_ path: String) -> FileError {
        FileError(file: path, "the file is packed with gzip; unpack it with gunzip first")
    }

    private static func header(_ bytes: UnsafeRawBufferPointer, _ path: String) throws(FileError) -> RecordingHeader {
        if bytes.starts(with: LineReader.gzip) { throw packed(path) }
        let found: (format: Int, header: RecordingHeader?)
        do { found = try RecordingParser.header(bytes) } catch {
            throw FileError(
                file: path, line: 1, column: error.position + 1,
                "this is no recording of waldo drive --record: expected \(error.expected)")
        }
        guard let header = found.header else {
            throw FileError(
                file: path, line: 1, column: 1,
                "the recording has format \(found.format), and this waldo reads 1 to \(RecordingHeader.format); take "
                    + "the waldo that made it")
        }
        return header
    }

    /// The next line; nil at the end.
    /// - Throws: what is wrong with the line or its time, or that the file cannot be read.
    public func next() throws(FileError) -> RecordedLine? {
        guard let bytes = try lines.next() else { return nil }
        let content: RecordedLine
        do { content = try RecordingParser.line(bytes, of: arm, by: mapping) } catch {
            throw FileError(
                file: path, line: line, column: error.position + 1,
                "this is no line of a recording: expected \(error.expected)")
        }
        switch content {
        case .step(let step): try follow(step.at)
        case .command(let command): try follow(command.at)
        case .bytes(let sent): try follow(sent.at)
        case .notification, .event: break
        }
        return content
    }

    /// Checks that steps and commands do not go back in time. Notifications and other events are exempt: they have the
    /// time at which they came or were reported, which may be later than that of the next step, stamped by the kernel,
    /// and a notification may have been held back.
    private func follow(_ at: Instant) throws(FileError) {
        guard at.microseconds.magnitude <= Self.longestTime else {
            throw FileError(
                file: path, line: line, column: 1,
                "\(at.microseconds) microseconds is beyond the longest drive; the file was changed")
        }
        if let time, at < time {
            throw FileError(
                file: path, line: line, column: 1,
                "time runs backward here, from \(time.microseconds) to \(at.microseconds) microseconds; the file was "
                    + "changed")
        }
        time = at
    }
}
