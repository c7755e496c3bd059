/// A time in UTC as people write it on a command line.
public enum UTCText {
    /// Reads `2026-11-21`, `2026-11-21T07:15Z` or `2026-11-21T07:15:02Z`, with decimals or an offset from UTC as well.
    /// - Returns: microseconds since 1970; nil for any other text.
    public static func utc(_ text: String) -> Int64? {
        if let utc = CalendarTime.utc(Array(text.utf8)) { return utc }
        if let utc = CalendarTime.utc(Array((text + "T00:00:00Z").utf8)) { return utc }
        guard text.hasSuffix("Z") else { return nil }
        return CalendarTime.utc(Array((text.dropLast() + ":00Z").utf8))
    }
}
