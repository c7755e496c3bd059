import Testing
import WaldoTestSupport

@testable import WaldoTerminal

@Suite struct ScreenTests {
    static let style = TerminalStyle(.colour)

    func rows(_ texts: [String], style: TerminalStyle = style) -> [StatusRow] {
        texts.map {
            var row = StatusRow(columns: 40, style: style)
            row.add($0, .good)
            return row
        }
    }

    func composed(_ screen: inout Screen, columns: Int = 40) -> String? {
        var bytes: [UInt8] = []
        return screen.compose(columns: columns, into: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    @Test func `What has not changed is not written`() {
        var screen = Screen(style: Self.style)
        #expect(composed(&screen) == nil)
        screen.show(rows(["one", "two"]))
        #expect(composed(&screen) != nil)
        screen.show(rows(["one", "two"]))
        #expect(composed(&screen) == nil)
    }

    @Test func `Only the row that differs is written again`() throws {
        var screen = Screen(style: Self.style)
        screen.show(rows(["one", "two", "three"]))
        _ = composed(&screen)
        screen.show(rows(["one", "2", "three"]))
        let bytes = try #require(composed(&screen))
        #expect(bytes.contains("2") && !bytes.contains("one") && !bytes.contains("three"))
    }

    @Test(arguments: [TerminalStyle.Emphasis.colour, .monochrome])
    func `Whatever is shown and printed, the paper has the lines and below them the rows`(
        emphasis: TerminalStyle.Emphasis
    ) {
        var random = SeededGenerator(7)
        var screen = Screen(style: .init(emphasis))
        var paper = Paper()
        var printed: [String] = []
        var shown: [String] = []
        for step in 0..<500 {
            if Bool.random(using: &random) {
                let count = Int.random(in: 0...4, using: &random)
                shown = (0..<count).map { _ in String(repeating: "r", count: .random(in: 1...20, using: &random)) }
                screen.show(rows(shown, style: .init(emphasis)))
            }
            if Int.random(in: 0...3, using: &random) == 0 {
                printed.append("line \(step)")
                screen.print("line \(step)")
            }
            if let bytes = composed(&screen) { paper.write(bytes) }
            let expected = printed + shown
            #expect(paper.text == expected || paper.text == expected + [""], "step \(step)")
        }
        #expect(paper.unknown.isEmpty && printed.count > 50)
    }

    @Test func `A dumb terminal's one row is written over without escape sequences`() throws {
        let dumb = TerminalStyle(.none)
        var screen = Screen(style: dumb)
        var paper = Paper()
        screen.show(rows(["a long row"], style: dumb))
        paper.write(try #require(composed(&screen)))
        screen.show(rows(["short"], style: dumb))
        let second = try #require(composed(&screen))
        paper.write(second)
        #expect(paper.text == ["short"] && !second.contains("\u{1B}"))
        screen.print("said")
        paper.write(try #require(composed(&screen)))
        #expect(paper.text == ["said", "short"])
    }

    @Test func `Rows that a narrower terminal has broken are erased whole`() throws {
        var screen = Screen(style: Self.style)
        screen.show(rows([String(repeating: "x", count: 30), "two"]))
        _ = composed(&screen)
        // 30 cells at 12 columns are three rows, and the cursor stands in the fourth.
        let bytes = try #require(composed(&screen, columns: 12))
        #expect(bytes.hasPrefix("\r\u{1B}[3A\u{1B}[J"))
    }

    @Test func `After somebody else has written nothing above is touched`() throws {
        var screen = Screen(style: Self.style)
        screen.show(rows(["one", "two"]))
        _ = composed(&screen)
        screen.forget()
        let bytes = try #require(composed(&screen))
        #expect(!bytes.contains("A") && bytes.contains("one"))
    }

    @Test func `Lines that a stuck terminal does not take are counted`() throws {
        var screen = Screen(style: Self.style)
        for number in 0..<(Screen.waitingLines + 5) { screen.print("line \(number)") }
        let paper = Paper(writing: try #require(composed(&screen)))
        #expect(paper.text.dropLast().last == "(5 lines left out)")
        #expect(paper.text.count == Screen.waitingLines + 2)
        #expect(composed(&screen) == nil)
    }

    @Test func `A line cannot move the cursor`() throws {
        var screen = Screen(style: Self.style)
        screen.print("a\u{1B}[2J\nb")
        #expect(Paper(writing: try #require(composed(&screen))).text == ["a\\u{1B}[2J\\u{A}b", ""])
    }
}
