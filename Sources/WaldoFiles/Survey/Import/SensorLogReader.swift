import WaldoCore
public import WaldoSurvey

/// Reads the lines of a sensor's file byte for byte, each with the time that it states. It decodes no measurement: that
/// is the part of the survey's state machine.
public final class SensorLogReader: LoggedLines {
    /// The longest line in bytes that comes in one piece; devices write up to 200.
    public static let longestLine = 4096

    private let lines: RawLineReader
    private var times: LineTimes
    private let zone: LocalZone?
    /// Whether a line has stated the time of a local clock.
    public private(set) var hasLocalTimes = false

    /// Opens a file.
    /// - Parameters:
    ///   - sensor: whose messages the lines are.
    ///   - zone: that of local times; nil: they count as if they were UTC.
    /// - Throws: that it cannot be opened, or is no regular file.
    public init(_ path: String, of sensor: Sensor, zone: LocalZone? = nil) throws(FileError) {
        lines = try RawLineReader(path, longest: Self.longestLine)
        times = LineTimes(sensor)
        self.zone = zone
    }

    /// The part of the file that has been read, 0...1.
    public var progress: Double { lines.progress }

    /// The next line; nil at the end.
    /// - Throws: that the file cannot be read.
    public func next() throws(FileError) -> LoggedLine? {
        guard let bytes = try lines.next() else { return nil }
        var line = LoggedLine(number: lines.number, bytes: Array(bytes), isFurther: lines.isFurther)
        guard !line.isFurther else { return line }
        let text = line.number == 1 ? ByteOrderMark.dropped(from: line.bytes) : line.bytes[...]
        line.isComment = times.isComment(text)
        if !line.isComment, let time = times.time(of: text) { (line.utc, line.later) = utc(time) }
        return line
    }

    private func utc(_ time: StatedTime) -> (first: Int64?, later: Int64?) {
        hasLocalTimes = hasLocalTimes || time.isLocal
        let utc = time.isLocal ? zone?.times(showing: time.microseconds) : nil
        let first = utc?.first ?? time.microseconds
        return CalendarTime.span.contains(first) ? (first, utc?.later) : (nil, nil)
    }
}
