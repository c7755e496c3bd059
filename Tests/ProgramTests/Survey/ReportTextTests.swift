import Testing

@testable import WaldoApp

/// A report as text, of a survey that may be anybody's.
struct ReportTextTests {
    @Test func oneLongCellMakesNoOtherRowLong() {
        var report = ReportDocument(title: "t", subtitle: "s")
        let long = "\u{1b}]0;x\u{7}" + String(repeating: "x", count: 1 << 20)
        report.add(
            "Results",
            [.table(header: ["stream", "n"], numbers: [1], rows: [[long, "1"]] + (0..<100).map { ["s", "\($0)"] })])
        let text = ReportText.text(report)
        #expect(text.utf8.count < 40_000)
        #expect(text.contains(#"\u{1b}]0;x\u{7}xxx"#) && !text.contains("\u{1b}") && text.contains("99\n"))
    }

    @Test func nothingOfTheFileReachesTheTerminalUnescaped() {
        var report = ReportDocument(title: "\u{1b}", subtitle: "\u{1b}")
        report.add(
            "Survey",
            [
                .facts([("title", "\u{1b}\u{9b}")]), .sentence("\u{7}"),
                .table(header: ["a"], numbers: [], rows: [["\u{1b}"]]),
            ])
        #expect(
            !ReportText.text(report).unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" }
        )
    }

    @Test func theNameOfAFactIsEscapedAndThenAligned() {
        var report = ReportDocument(title: "t", subtitle: "s")
        report.add("Places", [.facts([("a\u{1b}[2J\n\u{202e}", "1"), ("b", "2")])])
        let lines = ReportText.text(report).split(separator: "\n").suffix(2).map(String.init)
        #expect(lines == [#"  a\u{1b}[2J\u{a}\u{202e}  1"#, "  b" + String(repeating: " ", count: 24) + "2"])
    }
}
