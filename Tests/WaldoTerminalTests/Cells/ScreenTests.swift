import Testing
import WaldoTestSupport

@testable import WaldoTerminal

@Suite struct ScreenTests {
    static let style = TerminalStyle(.colour)
    static let size = TerminalSize(columns: 40, rows: 12)

    func rows(_ texts: [String], columns: Int = 40, style: TerminalStyle = style) -> [CellRow] {
        texts.map {
            var row = CellRow(columns: columns, style: style)
            row.add($0, .good)
            return row
        }
    }

    func composed(_ screen: inout Screen, _ size: TerminalSize = size) -> String? {
        var bytes: [UInt8] = []
        return screen.compose(size, into: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    @Test func whatHasNotChangedIsNotWritten() {
        var screen = Screen(style: Self.style)
        #expect(composed(&screen) == nil)
        screen.show(rows(["one", "two"]))
        #expect(composed(&screen) != nil)
        screen.show(rows(["one", "two"]))
        #expect(composed(&screen) == nil)
    }

    @Test func onlyTheRowThatDiffersIsWrittenAgain() throws {
        var screen = Screen(style: Self.style)
        screen.show(rows(["one", "two", "three"]))
        _ = composed(&screen)
        screen.show(rows(["one", "2", "three"]))
        #expect(composed(&screen) == "\u{1B}[2;1H\u{1B}[0;32m2\u{1B}[0m\u{1B}[K")
    }

    @Test(arguments: [TerminalStyle.Emphasis.colour, .monochrome])
    func whateverIsShownThePaperHasTheRowsAndNothingElse(emphasis: TerminalStyle.Emphasis) {
        var random = SeededGenerator(7)
        var screen = Screen(style: .init(emphasis))
        var paper = Paper()
        for step in 0..<1_000 {
            let shown = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                let signs = ["r", "日", "é", "\u{1F600}", "█", "e\u{301}"]
                return (0..<Int.random(in: 1...12, using: &random)).map { _ in signs.randomElement(using: &random)! }
                    .joined()
            }
            screen.show(rows(shown, style: .init(emphasis)))
            if Int.random(in: 0...20, using: &random) == 0 {
                screen.forget()
                paper.write("\u{1B}[3;3Hsomebody else")
                screen.show(rows(shown, style: .init(emphasis)))
            }
            if let bytes = composed(&screen) { paper.write(bytes) }
            #expect(paper.text == shown, "step \(step)")
        }
        #expect(paper.unknown.isEmpty)
    }

    @Test func aWindowOfAnotherSizeIsClearedAndPaintedAnew() throws {
        var screen = Screen(style: Self.style)
        screen.show(rows(["one", "two"]))
        _ = composed(&screen)
        let narrow = TerminalSize(columns: 30, rows: 12)
        #expect(composed(&screen, narrow) == nil)
        screen.show(rows(["one", "two"], columns: 30))
        let again = try #require(composed(&screen, narrow))
        #expect(again.hasPrefix("\u{1B}[H\u{1B}[2J") && again.contains("one") && again.contains("two"))
    }

    @Test func theAlternateScreenIsLeftAsItWasEntered() {
        var paper = Paper(writing: "the shell's\r\n$ waldo\r\n")
        paper.write(Screen.enter)
        #expect(paper.text == [] && paper.modes[25] == false)
        paper.write("\u{1B}[1;1Hdashboard")
        paper.write(Screen.leave)
        #expect(paper.text == ["the shell's", "$ waldo"] && paper.unknown.isEmpty)
        #expect(paper.modes == [1049: false, 1007: false, 25: true, 7: true])
    }

    @Test func whereATerminalDrawsASignNarrowerThanThoughtNothingBehindItIsOutOfPlace() {
        var row = CellRow(columns: 20, style: Self.style)
        row.put("\u{2605}x", at: 0)
        row.put("|", at: 10)
        // The star counts as two cells; `Paper` draws one.
        #expect(Paper(writing: row.encoded(.colour)).text == ["\u{2605} x       |"])
    }

    @Test func aDumbTerminalsOneRowIsWrittenOverWithoutEscapeSequences() throws {
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

    @Test func linesThatAStuckDumbTerminalDoesNotTakeAreCounted() throws {
        var screen = Screen(style: .init(.none))
        for number in 0..<(Screen.waitingLines + 5) { screen.print("line \(number)") }
        let paper = Paper(writing: try #require(composed(&screen)))
        #expect(paper.text.last == "(5 lines left out)")
        #expect(paper.text.count == Screen.waitingLines + 1)
        #expect(composed(&screen) == nil)
    }

    @Test func aLineCannotMoveTheCursor() throws {
        var screen = Screen(style: .init(.none))
        screen.print("a\u{1B}[2J\nb")
        #expect(Paper(writing: try #require(composed(&screen))).text == ["a\\u{1b}[2J\\u{a}b"])
    }
}
