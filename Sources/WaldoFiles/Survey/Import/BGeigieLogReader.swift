internal import WaldoCore

/// Reads the lines of a bGeigie log: `$BNRDD` and its relatives, comments, and whatever else stands in it, byte for
/// byte. It decodes no measurement: that is the sensor file's part.
public final class BGeigieLogReader {
    /// The longest line in bytes that comes in one piece; the devices write up to 100.
    public static let longestLine = 4096

    /// The first three fields of a message have fewer bytes.
    private static let longestStart = 96

    private let lines: RawLineReader
    /// What the comments up to the line that `next` returned last state.
    public private(set) var header = BGeigieHeader()

    /// Opens a log.
    /// - Throws: that it cannot be opened, or is no regular file.
    public init(_ path: String) throws(FileError) {
        lines = try RawLineReader(path, longest: Self.longestLine)
    }

    /// The part of the file that has been read, 0...1.
    public var progress: Double { lines.progress }

    /// The next line; nil at the end.
    /// - Throws: that the file cannot be read.
    public func next() throws(FileError) -> LoggedLine? {
        guard let bytes = try lines.next() else { return nil }
        var line = LoggedLine(number: lines.number, bytes: Array(bytes), isFurther: lines.isFurther)
        guard !line.isFurther, let first = bytes.first else { return line }
        if first == UInt8(ascii: "#") {
            line.isComment = true
            header.take(Self.content(of: bytes))
        } else {
            line.utc = Self.time(in: bytes)
        }
        return line
    }

    /// A line without its end.
    private static func content(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var end = line.count
        if end > 0, line[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        if end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: line[..<end])
    }

    /// The time of the line's message, which begins with the last `$` behind which there is one: noise or a time of
    /// reception may stand before it, or a message that was cut short.
    private static func time(in line: UnsafeRawBufferPointer) -> Int64? {
        var end = line.count
        while let mark = line[..<end].lastIndex(of: UInt8(ascii: "$")) {
            if let time = time(ofMessage: UnsafeRawBufferPointer(rebasing: line[mark...].prefix(longestStart))) {
                return time
            }
            end = mark
        }
        return nil
    }

    /// The time in a message's field 2. Dates that the calendar lacks are none: devices write 2012-00-00 before their
    /// receiver knows the date.
    private static func time(ofMessage line: UnsafeRawBufferPointer) -> Int64? {
        var commas = 0, start = 0
        for (place, byte) in line.enumerated() where byte == UInt8(ascii: ",") {
            commas += 1
            if commas == 2 { start = place + 1 }
            if commas == 3 { return CalendarTime.utc(line[start..<place]) }
        }
        return nil
    }
}
