/// Reads one part of an AirCasting CSV file line by line, byte for byte, each row with its time. A part is a block of
/// headings and the rows below it: the server's files have one, those of the phone one for each stream.
public final class AirCastingLog: LoggedLines {
    private let lines: RawLineReader
    private let rows: AirCastingReader
    private let part: Int
    private var present = -1
    private var row: AirCastingRow?
    private var hasEnded = false

    /// Opens a file.
    /// - Parameters:
    ///   - part: the part to read, from 0.
    ///   - zone: by how many seconds times without a zone are ahead of UTC.
    /// - Throws: that it cannot be opened, or is no regular file.
    public init(_ path: String, part: Int = 0, zone: Int = 0) throws(FileError) {
        lines = try RawLineReader(path, longest: BGeigieLogReader.longestLine)
        rows = try AirCastingReader(path, zone: zone)
        self.part = part
    }

    /// The part of the file that has been read, 0...1.
    public var progress: Double { lines.progress }

    /// The next line of the part; nil behind its last. What stands before the first headings belongs to the first part.
    /// - Throws: that the file cannot be read.
    public func next() throws(FileError) -> LoggedLine? {
        while let bytes = try lines.next() {
            let isFurther = lines.isFurther
            if !isFurther, Self.begins(bytes) { present += 1 }
            guard max(0, present) >= part else { continue }
            guard max(0, present) == part else { return nil }
            var line = LoggedLine(number: lines.number, bytes: Array(bytes), isFurther: isFurther)
            try findRow(line.number)
            if let row, row.line == line.number, !isFurther { line.utc = row.utc }
            line.isComment = line.utc == nil
            return line
        }
        return nil
    }

    /// Whether a line is the first of a part's headings.
    static func begins(_ line: UnsafeRawBufferPointer) -> Bool {
        let line = line.dropFirst(line.starts(with: CSVRecordReader.mark) ? CSVRecordReader.mark.count : 0)
        return line.starts(with: ",,,,,Sensor_Package_Name".utf8) || line.starts(with: "sensor:model".utf8)
    }

    private func findRow(_ number: Int) throws(FileError) {
        while !hasEnded, (row?.line ?? 0) < number {
            guard let item = try rows.next() else {
                hasEnded = true
                return
            }
            if case .row(let found) = item { row = found }
        }
    }
}
