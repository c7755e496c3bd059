import WaldoCore

/// How a sensor's text states a date and a time of day, and where.
public struct TimeFormat: Equatable, Sendable {
    /// How it is written.
    public enum Form: Equatable, Sendable {
        /// In ISO 8601, `2012-12-16T17:58:24Z`.
        case iso8601
        /// As a decimal number of seconds since 1970, or of such parts of a second.
        case unix(perSecond: Double)
        /// As digits in fixed columns, and those of the time of day in a column of their own where there is a second
        /// pattern.
        case digits(TimePattern, time: TimePattern?)
    }

    /// Which clock it is that of, where the text does not say.
    public enum Zone: Equatable, Sendable {
        /// One that is ahead of UTC by so many seconds.
        case offset(Int)
        /// A local one, of which the file does not know more.
        case local
    }

    /// How it is written, and which clock it is that of.
    public var form: Form, zone: Zone
    /// Its column, and that of the time of day where it has one of its own.
    public var column: Int, timeColumn: Int?

    /// Creates a format from its parts; by default it is UTC.
    public init(_ form: Form, column: Int, timeColumn: Int? = nil, zone: Zone = .offset(0)) {
        self.form = form
        self.zone = zone
        self.column = column
        self.timeColumn = timeColumn
    }

    /// How many columns there are up to its end.
    public var end: Int { max(column, timeColumn ?? 0) + 1 }

    /// Reads the texts of its columns; nil for any other text, and for a date or a time of day that does not exist.
    func read(_ text: ArraySlice<UInt8>, _ timeText: ArraySlice<UInt8>?) -> StatedTime? {
        switch form {
        case .iso8601:
            guard let (shown, offset) = CivilTime.iso8601(text) else { return nil }
            return stated(shown, offset: offset)
        case .unix(let perSecond):
            guard let number = TextNumber.decimal(text) else { return nil }
            let microseconds = number / perSecond * 1_000_000
            // The year 9999 at most, as the other forms have it.
            guard microseconds >= 0, microseconds < 2.5e17 else { return nil }
            return StatedTime(microseconds: Int64(microseconds.rounded()))
        case .digits(let date, let time):
            var civil = CivilTime(year: 0, month: 0, day: 0)
            guard date.read(text, into: &civil) else { return nil }
            if let time {
                guard let timeText, time.read(timeText, into: &civil) else { return nil }
            }
            return civil.microseconds.flatMap { stated($0, offset: nil) }
        }
    }

    private func stated(_ shown: Int64, offset: Int?) -> StatedTime {
        if let offset { return StatedTime(microseconds: shown - Int64(offset) * 1_000_000) }
        switch zone {
        case .offset(let seconds): return StatedTime(microseconds: shown - Int64(seconds) * 1_000_000)
        case .local: return StatedTime(microseconds: shown, isLocal: true)
        }
    }

    /// Whether the texts are empty, or have the digits of a date or a time of day that does not exist: devices write
    /// `2012-00-00` before their receiver knows the date, and `2073-50-00` where it was disturbed.
    func isUnset(_ text: ArraySlice<UInt8>, _ timeText: ArraySlice<UInt8>?) -> Bool {
        guard !text.isEmpty else { return true }
        switch form {
        case .iso8601: return CivilTime.digits(ofISO8601: text).map { $0.time.microseconds == nil } ?? false
        case .unix: return false
        case .digits(let date, let time):
            var civil = CivilTime(year: 0, month: 0, day: 0)
            guard date.read(text, into: &civil) else { return false }
            if let time {
                guard let timeText, !timeText.isEmpty else { return true }
                guard time.read(timeText, into: &civil) else { return false }
            }
            return civil.microseconds == nil
        }
    }
}
