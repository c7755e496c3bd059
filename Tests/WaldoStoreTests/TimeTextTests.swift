import Testing

@testable import WaldoStore

struct TimeTextTests {
    /// By Python's datetime: `datetime.fromisoformat(text).timestamp()`.
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_123_999, "2000-02-29T00:00:00.123Z"), (1_795_366_800_000_000, "2026-11-22T17:00:00.000Z"),
        (4_107_542_399_999_999, "2100-02-28T23:59:59.999Z"), (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"),
        (-62_135_596_800_000_000, "0001-01-01T00:00:00.000Z"), (253_402_300_799_999_999, "9999-12-31T23:59:59.999Z"),
    ])
    func timesAreISO8601(_ utc: Int64, _ text: String) { #expect(TimeText.text(utc) == text) }

    @Test(arguments: [Int64.min, Int64.max, 253_402_300_800_000_000])
    func timesBeyondFourDigitsOfAYearHaveNone(_ utc: Int64) { #expect(TimeText.text(utc) == nil) }
}
