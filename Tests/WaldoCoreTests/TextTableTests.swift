import Testing
import WaldoCore

/// Text in columns.
@Suite struct TextTableTests {
    @Test func columnsAreAsWideAsTheirLongestCell() {
        let rows = [["", "sent", "ok"], ["a", "7", ""], ["long", "10000", "no"]]
        #expect(TextTable.lines(rows) == ["      sent   ok", "a     7", "long  10000  no"])
        #expect(TextTable.lines(rows) { $0 == 1 } == ["       sent  ok", "a         7", "long  10000  no"])
        #expect(TextTable.lines([]).isEmpty)
    }

    @Test func whatIsTooWideStaysWhole() {
        #expect("ab".padded(to: 4) + "|" == "ab  |" && "ab".padded(to: 4, isNumber: true) == "  ab")
        #expect("abc".padded(to: 2) == "abc" && "é€".padded(to: 3) == "é€ ")
    }
}
