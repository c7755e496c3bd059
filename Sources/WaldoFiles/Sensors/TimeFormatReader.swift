import WaldoCore
import WaldoSurvey

/// Reads the fields of dates and times: `{ iso8601: 2 }`, `{ unix: 0 }`, `{ unix ms: 0 }`,
/// `{ date: "dd/MM/yyyy", time: "HH:mm:ss", at: [2, 3], zone: local }`.
enum TimeFormatReader {
    /// The kinds of such fields, by their keys.
    enum Kind: String, CaseIterable {
        case iso8601, unix
        case unixMilliseconds = "unix ms"
        case date
    }

    /// The further keys that they have.
    static let options = ["time", "zone"]

    static func format(
        _ kind: Kind, _ value: YamlValue, _ section: YamlSection
    ) throws(FileError) -> TimeFormat {
        if kind == .unix || kind == .unixMilliseconds, let zone = section["zone"] {
            throw zone.error("`\(zone.name)` is not needed: the seconds since 1970 are those of UTC; remove it")
        }
        if kind != .date, let time = section["time"] {
            throw time.error("`\(time.name)` belongs to a `date` in digits; remove it")
        }
        let zone = try section["zone"].map(zone) ?? .offset(0)
        switch kind {
        case .iso8601: return TimeFormat(.iso8601, column: try value.integer(in: 0...63), zone: zone)
        case .unix: return TimeFormat(.unix(perSecond: 1), column: try value.integer(in: 0...63))
        case .unixMilliseconds: return TimeFormat(.unix(perSecond: 1_000), column: try value.integer(in: 0...63))
        case .date: return try digits(value, section, zone)
        }
    }

    private static func digits(
        _ value: YamlValue, _ section: YamlSection, _ zone: TimeFormat.Zone
    ) throws(FileError) -> TimeFormat {
        let expected = "a pattern of yyyy or yy, MM, dd, HH, mm and ss, such as `dd/MM/yyyy`"
        let date = try pattern(value, expected)
        guard date.hasDate else { throw value.mismatch(expected: expected) }
        let at = try section.required("at")
        guard let timeValue = section["time"] else {
            guard date.hasTime else {
                throw value.error(
                    "`\(value.name)` has no hour and minute; add them to the pattern, or give `time` a pattern of its own"
                )
            }
            return TimeFormat(.digits(date, time: nil), column: try at.integer(in: 0...63), zone: zone)
        }
        let time = try pattern(timeValue, "a pattern of HH, mm and ss, such as `HH:mm:ss`")
        guard time.hasTime, !time.hasDate, !date.overlaps(time) else {
            throw timeValue.mismatch(expected: "a pattern of HH, mm and ss, such as `HH:mm:ss`")
        }
        let columns = try at.list(expected: "the columns of the date and of the time, such as `[2, 3]`")
        guard columns.count == 2 else {
            throw at.mismatch(expected: "the columns of the date and of the time, such as `[2, 3]`")
        }
        return TimeFormat(
            .digits(date, time: time), column: try columns[0].integer(in: 0...63),
            timeColumn: try columns[1].integer(in: 0...63), zone: zone)
    }

    private static func pattern(_ value: YamlValue, _ expected: String) throws(FileError) -> TimePattern {
        guard let pattern = TimePattern(try value.text(expected: expected)) else {
            throw value.mismatch(expected: expected)
        }
        return pattern
    }

    /// `local`, `utc`, or an offset from UTC such as `+02:00` or `-03:30`.
    private static func zone(_ value: YamlValue) throws(FileError) -> TimeFormat.Zone {
        let expected = "`local`, `utc`, or an offset such as `+02:00` or `-03:30`"
        switch try value.text(expected: expected) {
        case "local": return .local
        case "utc": return .offset(0)
        case let text:
            guard let offset = CivilTime.offset(text) else { throw value.mismatch(expected: expected) }
            return .offset(offset)
        }
    }
}
