import WaldoCore

/// The rule by which a zone's clocks are changed every year, as the variable TZ of POSIX has it:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Equatable, Sendable {
    /// The day of a change.
    enum Day: Equatable, Sendable {
        /// The day of the year from 1 on, 29 February never counted.
        case julian(Int)
        /// The day of the year from 0 on.
        case zeroBased(Int)
        /// The weekday, 0 for Sunday, of the nth week of a month, 5 for the last.
        case weekday(Int, week: Int, month: Int)
    }

    /// A change: its day, and seconds from its midnight on the clock that it ends.
    struct Change: Equatable, Sendable {
        var day: Day, time: Int
    }

    /// The offset from UTC in standard time, and in summer.
    let standard: Int
    let summer: (offset: Int, from: Change, until: Change)?

    static func == (one: ZoneRule, other: ZoneRule) -> Bool {
        one.standard == other.standard && one.summer?.offset == other.summer?.offset
            && one.summer?.from == other.summer?.from && one.summer?.until == other.summer?.until
    }

    /// Reads a rule; nil for any other text.
    init?(_ text: some Sequence<UInt8>) {
        var rest = RuleText(Array(text))
        guard rest.skipName(), let offsetWest = rest.offset(upTo: 24) else { return nil }
        standard = -offsetWest
        guard !rest.isAtEnd else {
            summer = nil
            return
        }
        guard rest.skipName() else { return nil }
        var offset = standard + 3_600
        if !rest.isNext(",") {
            guard let stated = rest.offset(upTo: 24) else { return nil }
            offset = -stated
        }
        guard let from = rest.change(), let until = rest.change(), rest.isAtEnd else { return nil }
        summer = (offset, from, until)
    }

    /// By how many seconds the clocks are ahead of UTC.
    /// - Parameter utc: seconds since 1970.
    func offset(at utc: Int) -> Int {
        guard let summer else { return standard }
        let year = Self.year(of: utc + standard)
        let from = Self.second(of: summer.from, in: year) - standard
        let until = Self.second(of: summer.until, in: year) - summer.offset
        // South of the equator summer goes over the new year.
        let isSummer = from < until ? from..<until ~= utc : !(until..<from ~= utc)
        return isSummer ? summer.offset : standard
    }

    private static func year(of second: Int) -> Int {
        let days = (Double(second) / 86_400).rounded(.down)
        var year = 1970 + Int((days / 365.2425).rounded(.down))
        if CivilTime.days(year + 1, 1, 1) <= Int(days) { year += 1 }
        if CivilTime.days(year, 1, 1) > Int(days) { year -= 1 }
        return year
    }

    /// Seconds since 1970 of a change, on the clock that it ends.
    private static func second(of change: Change, in year: Int) -> Int {
        let newYear = CivilTime.days(year, 1, 1)
        let day: Int
        switch change.day {
        case .julian(let number): day = newYear + number - 1 + (number > 59 && CivilTime.isLeap(year) ? 1 : 0)
        case .zeroBased(let number): day = newYear + number
        case .weekday(let weekday, let week, let month):
            let first = CivilTime.days(year, month, 1)
            // 1970-01-01 was a Thursday.
            let ahead = (weekday - (first + 4) % 7 + 7) % 7
            let last = first + CivilTime.days(ofMonth: month, year) - 1
            var found = first + ahead + 7 * (week - 1)
            while found > last { found -= 7 }
            day = found
        }
        return day * 86_400 + change.time
    }
}

/// Takes a rule's text piece by piece.
private struct RuleText {
    private var rest: ArraySlice<UInt8>

    init(_ text: [UInt8]) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    func isNext(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard isNext(character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips a zone's abbreviation, `CET` or `<+03>`.
    mutating func skipName() -> Bool {
        if skip("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")), end > rest.startIndex else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        rest = rest[name.endIndex...]
        return name.count >= 3
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest[digits.endIndex...]
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Takes `-1`, `+5:30` or `02:00:00`, in seconds.
    mutating func offset(upTo hours: Int) -> Int? {
        let sign = skip("-") ? -1 : 1
        if sign == 1 { _ = skip("+") }
        guard let hour = number(), hour <= hours else { return nil }
        var seconds = hour * 3_600
        for unit in [60, 1] where skip(":") {
            guard let part = number(), part < 60 else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    /// Takes `,M3.5.0/2`, `,J60` or `,59`.
    mutating func change() -> ZoneRule.Change? {
        guard skip(","), let day = day() else { return nil }
        guard skip("/") else { return ZoneRule.Change(day: day, time: 7_200) }
        return offset(upTo: 167).map { ZoneRule.Change(day: day, time: $0) }
    }

    private mutating func day() -> ZoneRule.Day? {
        if skip("J") {
            guard let number = number(), (1...365).contains(number) else { return nil }
            return .julian(number)
        }
        if skip("M") {
            guard let month = number(), (1...12).contains(month), skip("."), let week = number(),
                (1...5).contains(week), skip("."), let weekday = number(), weekday <= 6
            else { return nil }
            return .weekday(weekday, week: week, month: month)
        }
        guard let number = number(), number <= 365 else { return nil }
        return .zeroBased(number)
    }
}
