import WaldoCore

/// UTC as text and back: ISO 8601 in the Gregorian calendar, without leap seconds, years 1970 to 2199: a
/// store refuses later times as damage, and MCAP has none after 2554.
struct CalendarTime: Equatable {
    private static let day: Int64 = 86_400_000_000
    /// The microseconds since 1970 that have a text.
    static let span: Range<Int64> = 0..<7_258_118_400_000_000

    /// The date and the time of day.
    var year: Int, month: Int, date: Int, hour: Int, minute: Int, second: Int, microsecond: Int

    /// The time at these microseconds since 1970; one outside of the span becomes the nearest end.
    init(utc: Int64) {
        let utc = min(max(utc, Self.span.lowerBound), Self.span.upperBound - 1)
        var rest = Int(utc % Self.day)
        (year, month, date) = Self.civil(Int(utc / Self.day))
        (microsecond, rest) = (rest % 1_000_000, rest / 1_000_000)
        (second, rest) = (rest % 60, rest / 60)
        (minute, hour) = (rest % 60, rest / 60)
    }

    /// The date of a day, counted from 1970-01-01. Years are counted from March, so that a leap day is a year's last:
    /// of 400 years each has 146,097 days.
    private static func civil(_ days: Int) -> (year: Int, month: Int, date: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097, inEra = shifted % 146_097
        let yearOfEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
        let dayOfYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }

    /// Reads `2026-11-21T07:15:02`, with up to 9 decimals of the second, and then `Z`, `+01:00`, `+0100` or nothing.
    /// - Parameter zone: the offset from UTC in seconds of a time that states none; nil: such a time is refused.
    /// - Returns: microseconds since 1970; nil for any other text, and for a date that the calendar lacks.
    static func utc(_ text: some Collection<UInt8>, zone: Int? = nil) -> Int64? {
        guard let (shown, stated) = CivilTime.iso8601(ArraySlice(text)), let offset = stated ?? zone else {
            return nil
        }
        let utc = shown - Int64(offset) * 1_000_000
        return span.contains(utc) ? utc : nil
    }
}

extension [UInt8] {
    /// ISO 8601 in UTC with the decimals of the second that are asked for, 0...6: `2026-11-21T07:15:02.123Z`.
    mutating func add(utc: Int64, decimals: Int, zone: StaticString = "Z") {
        let time = CalendarTime(utc: utc)
        add(time.year, width: 4)
        append(UInt8(ascii: "-"))
        add(time.month, width: 2)
        append(UInt8(ascii: "-"))
        add(time.date, width: 2)
        append(UInt8(ascii: "T"))
        add(time.hour, width: 2)
        append(UInt8(ascii: ":"))
        add(time.minute, width: 2)
        append(UInt8(ascii: ":"))
        add(time.second, width: 2)
        if decimals > 0 {
            append(UInt8(ascii: "."))
            add(time.microsecond, width: 6)
            removeLast(6 - decimals)
        }
        add(zone)
    }
}
