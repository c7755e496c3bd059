import WaldoCore
public import WaldoSurvey

/// Reads one part of an AirCasting CSV file line by line, byte for byte, each row with its time. A part is a block of
/// headings and the rows below it: the server's files have one, those of the phone one for each stream.
public final class AirCastingLog: LoggedLines {
    private let lines: SensorLogReader
    private let part: Int
    private var present = -1

    /// Opens a file.
    /// - Parameters:
    ///   - part: the part to read, from 0.
    ///   - sensor: that of the part's headings.
    ///   - zone: that of times which do not state one; nil: they count as if they were UTC.
    /// - Throws: that it cannot be opened, or is no regular file.
    public init(_ path: String, part: Int = 0, of sensor: Sensor, zone: LocalZone? = nil) throws(FileError) {
        lines = try SensorLogReader(path, of: sensor, zone: zone)
        self.part = part
    }

    /// The part of the file that has been read, 0...1.
    public var progress: Double { lines.progress }

    /// Whether a row has stated a time without its zone.
    public var hasLocalTimes: Bool { lines.hasLocalTimes }

    /// The next line of the part; nil behind its last. What stands before the first headings belongs to the first part.
    /// - Throws: that the file cannot be read.
    public func next() throws(FileError) -> LoggedLine? {
        while var line = try lines.next() {
            if !line.isFurther, line.bytes.withUnsafeBytes(Self.begins) { present += 1 }
            guard max(0, present) >= part else { continue }
            guard max(0, present) == part else { return nil }
            // Headings, and the first lines of rows with line ends in them.
            line.isComment = line.utc == nil
            return line
        }
        return nil
    }

    /// Whether a line is the first of a part's headings.
    static func begins(_ line: UnsafeRawBufferPointer) -> Bool {
        let line = ByteOrderMark.dropped(from: line)
        return line.starts(with: ",,,,,Sensor_Package_Name".utf8) || line.starts(with: "sensor:model".utf8)
    }
}
