internal import Glibc
public import WaldoCore

/// The devices whose lines a bGeigie log has. Loggers are carried together, and their files are put into one: what two
/// of them have counted is the rate of neither.
public enum BGeigieDevices {
    /// The most devices of a log; the lines of further ones belong to the device before them.
    public static let most = 64
    private static let longestNumber = 32

    /// The devices' numbers as the lines have them, in the order of their first lines whose checksum is right: a
    /// damaged number is no device. Lines without a number are those of one more, the last, whose number is empty.
    /// - Parameter bGeigie: the sensor whose marks the lines of measurements begin with.
    /// - Throws: that the file cannot be read.
    public static func numbers(in path: String, as bGeigie: Sensor) throws(FileError) -> [String] {
        let marks = BGeigieLogFacts.marks(of: bGeigie)
        let lines = try RawLineReader(path, longest: SensorLogReader.longestLine)
        var numbers: [String] = [], known: [[UInt8]] = []
        while let bytes = try lines.next() {
            guard !lines.isFurther, !known.contains(where: { begins(bytes, with: $0) }) else { continue }
            let line = LoggedLine(number: lines.number, bytes: Array(bytes))
            guard let (start, number) = number(of: line, marks), isRight(line.bytes, from: start) else { continue }
            if start == 0, known.count < most, let comma = line.bytes.firstIndex(of: UInt8(ascii: ",")) {
                known.append(Array(line.bytes[...(comma + number.utf8.count + 1)]))
            }
            if !numbers.contains(number), numbers.count < most { numbers.append(number) }
        }
        guard let unnumbered = numbers.firstIndex(of: "") else { return numbers }
        numbers.append(numbers.remove(at: unnumbered))
        return numbers
    }

    /// Most lines begin as one before them.
    private static func begins(_ line: UnsafeRawBufferPointer, with start: [UInt8]) -> Bool {
        line.count >= start.count && memcmp(line.baseAddress!, start, start.count) == 0
    }

    /// Where a line's message begins, and the number of its device, which may be empty; nil: it is none.
    static func number(of line: LoggedLine, _ marks: [[UInt8]]) -> (start: Int, number: String)? {
        guard !line.isFurther, let start = line.place(of: marks),
            let comma = line.bytes[start...].firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let field = line.bytes[(comma + 1)...].prefix { $0 != UInt8(ascii: ",") }
        if field.isEmpty { return field.endIndex < line.bytes.endIndex ? (start, "") : nil }
        guard field.count <= longestNumber, let number = SafeText.plain(Array(field)) else { return nil }
        return (start, number)
    }

    private static func isRight(_ line: [UInt8], from start: Int) -> Bool {
        var text = line[start...]
        while let last = text.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { text.removeLast() }
        return XorChecksum.isRight(text)
    }
}
