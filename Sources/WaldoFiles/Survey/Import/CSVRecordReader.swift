import WaldoCore

/// Reads the records of a CSV file. A record whose quotes do not end is no record: its first line is rejected, and the
/// next begins with the line after it.
final class CSVRecordReader {
    /// The longest record, in bytes and in lines.
    private static let longest = 1 << 16, maxLines = 32

    /// What stands in the file next.
    enum Item: Equatable {
        case record(CSVRecord)
        case reject(ImportReject)
    }

    private let lines: RawLineReader
    /// Lines that were read ahead, for a record that did not end.
    private var ahead: [Line] = []

    private struct Line {
        var number: Int, bytes: [UInt8]
        /// Whether it is a piece of a line that is too long.
        var isPiece: Bool
    }

    init(_ path: String) throws(FileError) { lines = try RawLineReader(path, longest: Self.longest) }

    /// The part of the file that has been read, 0...1.
    var progress: Double { lines.progress }

    /// The next record or reject, in the order of the file; nil at its end.
    func next() throws(FileError) -> Item? {
        guard let first = try line(0) else { return nil }
        guard !first.isPiece else { return rejected(first, .tooLong) }
        var bytes = first.bytes
        var count = 1
        while CSVRecord.isOpen(bytes) {
            guard count < Self.maxLines, let further = try line(count), !further.isPiece,
                bytes.count + further.bytes.count <= Self.longest
            else { return rejected(first, .quotes) }
            bytes += further.bytes
            count += 1
        }
        guard let record = CSVRecord(line: first.number, bytes: bytes) else { return rejected(first, .quotes) }
        ahead.removeFirst(count)
        return .record(record)
    }

    private func rejected(_ line: Line, _ reason: ImportReject.Reason) -> Item {
        ahead.removeFirst()
        return .reject(ImportReject(line: line.number, bytes: line.bytes, reason: reason))
    }

    /// A line by its distance from the next; nil behind the end.
    private func line(_ distance: Int) throws(FileError) -> Line? {
        while ahead.count <= distance {
            guard let bytes = try lines.next() else { return nil }
            let end = bytes.last
            let isWhole = bytes.count < Self.longest - 1 || end == UInt8(ascii: "\n") || end == UInt8(ascii: "\r")
            let text = lines.number == 1 ? Array(ByteOrderMark.dropped(from: bytes)) : Array(bytes)
            ahead.append(Line(number: lines.number, bytes: text, isPiece: lines.isFurther || !isWhole))
        }
        return ahead[distance]
    }
}
