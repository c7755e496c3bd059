internal import WaldoCore

/// What a bGeigie log states of its device.
public struct BGeigieLogFacts: Equatable, Sendable {
    /// How many lines of measurements are looked at.
    private static let enough = 200
    /// What the lines of measurements begin with, up to the device's number.
    public static let marks = ["$BNRDD,", "$BMRDD,", "$BGRDD,", "$BNXRDD,", "$PNTDD,", "$CZRDD,"].map {
        Array($0.utf8)
    }

    /// The device's number as its first line has it; nil: not stated.
    public var device: String?
    /// The shipped sensor file that decodes the lines: `bgeigie`, or `bgeigie-nano-1.0`.
    public var sensor: String

    /// Looks at the beginning of a log.
    /// - Parameters:
    ///   - number: the device whose lines are looked at; nil: all of them.
    ///   - marks: what a line of measurements begins with.
    /// - Returns: nil for a file without a line of measurements.
    /// - Throws: that the file cannot be read.
    public init?(
        _ path: String, device number: String? = nil, marks: [[UInt8]] = BGeigieLogFacts.marks
    ) throws(FileError) {
        let log = try BGeigieLogReader(path)
        var order: BGeigieHeader.Order?, measurements = 0, isSwapped = false
        while measurements < Self.enough, let line = try log.next() {
            guard let start = line.place(of: marks),
                number == nil || BGeigieDevices.number(of: line, marks)?.number == number
            else { continue }
            measurements += 1
            let fields = line.bytes[start...].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            order = order ?? log.header.order
            if device == nil, fields.count > 1 { device = Self.text(fields[1]) }
            if order == .either, fields.count == 15, let dilution = Self.number(fields[13]),
                let satellites = Self.number(fields[14])
            {
                // An HDOP times 100 is hardly ever below 50, and no receiver uses 30 satellites.
                isSwapped = isSwapped || dilution >= 30 && satellites < dilution
            }
        }
        guard let order else { return nil }
        sensor = order == .dilutionFirst || order == .either && isSwapped ? "bgeigie-nano-1.0" : "bgeigie"
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.isEmpty || bytes.count > 32 ? nil : SafeText.plain(Array(bytes))
    }

    /// The whole number at the beginning of a field.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self))
    }
}
