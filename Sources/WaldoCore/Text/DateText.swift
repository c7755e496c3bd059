/// Dates of the wall clock as text, as ISO 8601 has it: `2026-11-21T07:15:02.123456Z`, in UTC and without leap seconds.
public enum DateText {
    private static let day: Int64 = 86_400_000_000

    /// The years that four digits hold, as microseconds since 1970: 0000-01-01 to the end of 9999-12-31.
    public static let range: ClosedRange<Int64> = -719_528 * day...2_932_897 * day - 1

    /// Emits the characters, without allocating. A date outside of `range` becomes the nearest end of it.
    /// - Parameters:
    ///   - utc: microseconds since 1970.
    ///   - decimals: digits of the second's fraction, 0...6; further ones are cut off.
    public static func write(_ utc: Int64, decimals: Int = 6, _ emit: (UInt8) -> Void) {
        let utc = max(range.lowerBound, min(range.upperBound, utc))
        // From 0000-03-01 on, a year ends with its leap day, and 400 years have 146,097 days.
        let sinceMarch = Int(utc - range.lowerBound) / Int(day) + (400 * 365 + 97 - 60)
        let time = Int(utc - range.lowerBound) % Int(day)
        let (era, dayOfEra) = (sinceMarch / 146_097, sinceMarch % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // From March on, months of 31, 30, 31, 30, 31 days recur: 153 days in five.
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        write(400 * (era - 1) + yearOfEra + (isNextYear ? 1 : 0), digits: 4, then: "-", emit)
        write(isNextYear ? month - 9 : month + 3, digits: 2, then: "-", emit)
        write(dayOfYear - (153 * month + 2) / 5 + 1, digits: 2, then: "T", emit)
        let seconds = time / 1_000_000
        write(seconds / 3_600, digits: 2, then: ":", emit)
        write(seconds / 60 % 60, digits: 2, then: ":", emit)
        write(seconds % 60, digits: 2, then: decimals > 0 ? "." : "Z", emit)
        guard decimals > 0 else { return }
        var fraction = time % 1_000_000
        for _ in decimals..<6 { fraction /= 10 }
        write(fraction, digits: decimals, then: "Z", emit)
    }

    /// The text of a date; one outside of `range` becomes the nearest end of it.
    /// - Parameters:
    ///   - utc: microseconds since 1970.
    ///   - decimals: digits of the second's fraction, 0...6; further ones are cut off.
    public static func text(_ utc: Int64, decimals: Int = 6) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(27)
        write(utc, decimals: decimals) { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ number: Int, digits: Int, then mark: Unicode.Scalar, _ emit: (UInt8) -> Void) {
        var divisor = Int.ten(to: digits - 1)
        while divisor > 0 {
            emit(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
        emit(UInt8(ascii: mark))
    }
}
