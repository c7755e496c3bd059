import WaldoCore
public import WaldoSurvey

/// What a bGeigie log states of its device.
public struct BGeigieLogFacts: Equatable, Sendable {
    /// How many lines of measurements are looked at.
    private static let enough = 200

    /// The device's number as its first line has it; nil: not stated.
    public var device: String?
    /// The shipped sensor file that decodes the lines: `bgeigie`, or `bgeigie-nano-1.0`.
    public var sensor: String

    /// The shipped sensor file that decodes the lines of all but the oldest devices.
    public static let family = "bgeigie"

    /// What the lines of measurements begin with, up to the device's number.
    /// - Parameter bGeigie: the sensor of `family`, or one like it.
    public static func marks(of bGeigie: Sensor) -> [[UInt8]] {
        bGeigie.messages.filter { !$0.fields.isEmpty }.flatMap(\.begins)
    }

    /// Whether a sensor, such as one of the operator's own, reads lines of a bGeigie: it has one of their marks.
    /// - Parameter bGeigie: the sensor of `family`.
    public static func isOne(_ sensor: Sensor, like bGeigie: Sensor) -> Bool {
        let marks = marks(of: bGeigie)
        return Self.marks(of: sensor).contains { marks.contains($0) }
    }

    /// Looks at the beginning of a log.
    /// - Parameters:
    ///   - number: the device whose lines are looked at; nil: all of them.
    ///   - bGeigie: the sensor whose marks distinguish such a log from other files: that of `family`, or one like it.
    /// - Returns: nil for a file without a line of measurements.
    /// - Throws: that the file cannot be read.
    public init?(_ path: String, device number: String? = nil, as bGeigie: Sensor) throws(FileError) {
        let marks = Self.marks(of: bGeigie)
        let lines = try RawLineReader(path, longest: SensorLogReader.longestLine)
        var header = BGeigieHeader(), order: BGeigieHeader.Order?, measurements = 0, isSwapped = false
        while measurements < Self.enough, let bytes = try lines.next() {
            if !lines.isFurther, bytes.first == UInt8(ascii: "#") {
                header.read(Self.content(of: bytes))
                continue
            }
            let line = LoggedLine(number: lines.number, bytes: Array(bytes))
            guard let start = line.offset(of: marks),
                number == nil || BGeigieDevices.number(of: line, marks)?.number == number
            else { continue }
            measurements += 1
            let fields = line.bytes[start...].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            order = order ?? header.order
            if device == nil, fields.count > 1 { device = Self.text(fields[1]) }
            if order == .either, fields.count == 15, let dilution = Self.number(fields[13]),
                let satellites = Self.number(fields[14])
            {
                // An HDOP times 100 is hardly ever below 50, and no receiver uses 30 satellites.
                isSwapped = isSwapped || dilution >= 30 && satellites < dilution
            }
        }
        guard let order else { return nil }
        sensor = order == .dilutionFirst || order == .either && isSwapped ? "bgeigie-nano-1.0" : Self.family
    }

    /// A line without its end.
    private static func content(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var end = line.count
        while end > 0, line[end - 1] == UInt8(ascii: "\n") || line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: line[..<end])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.isEmpty || bytes.count > 32 ? nil : SafeText.plain(Array(bytes))
    }

    /// The whole number at the beginning of a field.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self))
    }
}
