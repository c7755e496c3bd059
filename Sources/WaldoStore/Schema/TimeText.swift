/// Times as the GeoPackage standard's DATETIME: ISO 8601 in UTC with milliseconds.
enum TimeText {
    /// `2026-11-22T17:25:15.123Z`, rounded down; nil outside of the years 0 to 9999.
    static func text(_ utc: Int64) -> String? {
        withUnsafeTemporaryAllocation(byteCount: length, alignment: 1) { bytes in
            write(utc, to: bytes) ? String(decoding: bytes, as: UTF8.self) : nil
        }
    }

    /// The number of characters of a text.
    static let length = 24

    /// Writes the characters.
    /// - Parameter utc: microseconds since 1970.
    /// - Returns: whether the time has a text.
    static func write(_ utc: Int64, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
        let milliseconds = floorDivide(utc, 1000)
        let days = floorDivide(milliseconds, 86_400_000)
        let rest = milliseconds - days * 86_400_000
        let date = civil(days)
        guard (0...9999).contains(date.year) else { return false }
        put(date.year, 4, at: 0, bytes)
        bytes[4] = UInt8(ascii: "-")
        put(date.month, 2, at: 5, bytes)
        bytes[7] = UInt8(ascii: "-")
        put(date.day, 2, at: 8, bytes)
        bytes[10] = UInt8(ascii: "T")
        put(rest / 3_600_000, 2, at: 11, bytes)
        bytes[13] = UInt8(ascii: ":")
        put(rest / 60_000 % 60, 2, at: 14, bytes)
        bytes[16] = UInt8(ascii: ":")
        put(rest / 1000 % 60, 2, at: 17, bytes)
        bytes[19] = UInt8(ascii: ".")
        put(rest % 1000, 3, at: 20, bytes)
        bytes[23] = UInt8(ascii: "Z")
        return true
    }

    /// The Gregorian date of a number of days since 1970-01-01, by eras of 400 years of 146,097 days that begin in
    /// March, so that the leap day is the last of its year.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func floorDivide(_ number: Int64, _ by: Int64) -> Int64 {
        number / by - (number % by < 0 ? 1 : 0)
    }

    private static func put(_ number: Int64, _ digits: Int, at offset: Int, _ bytes: UnsafeMutableRawBufferPointer) {
        var rest = number
        for index in stride(from: offset + digits - 1, through: offset, by: -1) {
            bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}
