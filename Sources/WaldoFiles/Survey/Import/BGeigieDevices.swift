import Glibc
import WaldoCore
public import WaldoSurvey
import WaldoTime

/// The devices whose lines a bGeigie log has. Loggers are carried together, and their files are put into one: what two
/// of them have counted is the rate of neither.
public enum BGeigieDevices {
    /// The most devices of a log: it is read once for each.
    public static let maxDevices = 64
    private static let longestNumber = 32

    /// The devices' numbers as the lines have them, in the order of their first measurements whose checksum is right: a
    /// damaged number is no device. Lines without a number are those of one more, the last, whose number is empty.
    /// - Parameter bGeigie: the sensor that reads the lines.
    /// - Throws: that the file cannot be read, or has more devices.
    public static func numbers(in path: String, as bGeigie: Sensor) throws(FileError) -> [String] {
        let marks = BGeigieLogFacts.marks(of: bGeigie)
        let lines = try RawLineReader(path, longest: SensorLogReader.longestLine)
        var numbers: [String] = [], known: [[UInt8]] = []
        while let bytes = try lines.next() {
            guard !lines.isFurther, !known.contains(where: { begins(bytes, with: $0) }) else { continue }
            let line = LoggedLine(number: lines.number, bytes: Array(bytes))
            guard let (start, number) = number(of: line, marks), isRight(line.bytes, from: start),
                numbers.contains(number) || isMeasurement(line.bytes[start...], bGeigie)
            else { continue }
            if start == 0, known.count < maxDevices, let comma = line.bytes.firstIndex(of: UInt8(ascii: ",")) {
                let end = comma + 1 + number.utf8.count
                if line.bytes[end] == UInt8(ascii: ",") { known.append(Array(line.bytes[...end])) }
            }
            guard !numbers.contains(number) else { continue }
            guard numbers.count < maxDevices else {
                throw FileError(
                    file: path, "it has measurements of more than \(maxDevices) devices; split it into files of fewer")
            }
            numbers.append(number)
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
        guard !line.isFurther, let start = line.offset(of: marks),
            let comma = line.bytes[start...].firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        var field = line.bytes[(comma + 1)...].prefix { $0 != UInt8(ascii: ",") }
        if field.isEmpty { return field.endIndex < line.bytes.endIndex ? (start, "") : nil }
        while field.first == UInt8(ascii: " ") { field.removeFirst() }
        while field.last == UInt8(ascii: " ") { field.removeLast() }
        guard field.count <= longestNumber, let number = SafeText.plain(Array(field)) else { return nil }
        return (start, number)
    }

    private static func isMeasurement(_ line: ArraySlice<UInt8>, _ sensor: Sensor) -> Bool {
        var decoder = SensorDecoder(sensor, channel: 0, isFile: true), found = Measurements(of: sensor)
        decoder.read(Array(line), at: .clockStart, &found)
        decoder.finish(at: .clockStart, &found)
        return found.hasOne
    }

    private struct Measurements: DecoderSink {
        private let isMeasurement: [Bool]
        private(set) var hasOne = false

        init(of sensor: Sensor) { isMeasurement = sensor.messages.map { !$0.fields.isEmpty } }

        mutating func message(_ message: borrowing SensorMessage) { hasOne = hasOne || isMeasurement[message.format] }
        mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {}
        mutating func reject(_ reject: Reject) {}
    }

    private static func isRight(_ line: [UInt8], from start: Int) -> Bool {
        var text = line[start...]
        while let last = text.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { text.removeLast() }
        return XorChecksum.isRight(text)
    }
}
