/// A date and a time of day as a clock shows them, in the Gregorian calendar and without leap seconds.
public struct CivilTime: Equatable, Sendable {
    /// The date.
    public var year: Int, month: Int, day: Int
    /// The time of day.
    public var hour: Int, minute: Int, second: Int, microsecond: Int

    /// Creates a time from its parts, which need not exist.
    public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
    ) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second, self.microsecond) = (hour, minute, second, microsecond)
    }

    /// Microseconds since the clock showed the beginning of 1970; nil for a date or a time of day that does not exist,
    /// and for years before 1970 or after 9999. The second 60, a leap second, is the one after it.
    public var microseconds: Int64? {
        guard (1970...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(ofMonth: month, year),
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        let seconds = Self.days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
        return Int64(seconds) * 1_000_000 + Int64(microsecond)
    }

    /// Days from 1970-01-01 to a date. Years are counted from March, so that a leap day is a year's last: of 400 years
    /// each has 146,097 days.
    public static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let fromMarch = month > 2 ? month - 3 : month + 9
        let year = month > 2 ? year : year - 1
        let era = year / 400, yearOfEra = year % 400
        let dayOfYear = (153 * fromMarch + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Whether a year has a leap day.
    public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The length of a month in days.
    public static func days(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Reads ISO 8601: `2012-12-16T17:58:24`, with up to 9 decimals of the second, and then `Z`, `+01:00`, `+0100` or
    /// nothing.
    /// - Returns: what the clock shows, as `microseconds` has it, and by how many seconds it is ahead of UTC, nil where
    ///   the text does not say; nil for any other text, and for a date that does not exist.
    public static func iso8601(_ text: ArraySlice<UInt8>) -> (microseconds: Int64, offset: Int?)? {
        guard let (time, offset) = digits(ofISO8601: text), let microseconds = time.microseconds else { return nil }
        return (microseconds, offset)
    }

    /// The parts of a time in ISO 8601, which need not exist; nil for any other text.
    package static func digits(ofISO8601 text: ArraySlice<UInt8>) -> (time: CivilTime, offset: Int?)? {
        var rest = DigitReader(text)
        guard let year = rest.number(4), rest.takes("-"), let month = rest.number(2), rest.takes("-"),
            let day = rest.number(2), rest.takes("T"), let hour = rest.number(2), rest.takes(":"),
            let minute = rest.number(2), rest.takes(":"), let second = rest.number(2), let fraction = rest.fraction()
        else { return nil }
        let offset = rest.zone()
        guard rest.isAtEnd else { return nil }
        return (
            CivilTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: fraction),
            offset
        )
    }

    /// By how many seconds a clock is ahead of UTC that has this offset, `Z`, `+0100` or `-01:00`; nil for any other
    /// text.
    public static func offset(_ text: String) -> Int? {
        var rest = DigitReader(Array(text.utf8)[...])
        guard let offset = rest.zone(), rest.isAtEnd else { return nil }
        return offset
    }
}
