import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoTerminal

/// The screen of a watched input, whatever the device calls itself and whatever the size.
@Suite struct InputBoardTests {
    private static let states: [InputView.State] = [
        .unmapped("a \u{1B}[2J b"), .refused("\u{202E}"), .stopped("日"), .waiting(.wait("\n")), .ready, .moving,
        .lost("\u{9B}"),
    ]

    private func axis(_ random: inout SeededGenerator) -> InputView.Axis {
        let ends: [Int32] = [.min, -1, 0, 1, 255, .max]
        let range = (ends.randomElement(using: &random)!, ends.randomElement(using: &random)!)
        var axis = InputView.Axis(
            ["", "right stick x", "\u{1F600}", "\u{1B}[2J"].randomElement(using: &random)!, "ABS_X",
            raw: .random(in: .min ... .max, using: &random), in: range)
        guard Bool.random(using: &random) else { return axis }
        axis.rest = [0, .nan, .infinity, 1e300].randomElement(using: &random)
        axis.deadZone = Bool.random(using: &random) ? -1e9...1e9 : nil
        axis.result = [0, .nan, 1, -1, 1e300].randomElement(using: &random)
        axis.note = ["", "let go", "12 % off centre"].randomElement(using: &random)!
        axis.moves = ["", "joystick x -> zx", String(repeating: "n", count: 60)].randomElement(using: &random)!
        return axis
    }

    private func view(_ random: inout SeededGenerator) -> InputView {
        var view = InputView(name: ["pad", "日\u{1B}[2J", ""].randomElement(using: &random)!, path: "/dev/input/event5")
        view.mapping = ["", "Gamepad", "\u{202E}"].randomElement(using: &random)!
        view.state = Self.states.randomElement(using: &random)!
        view.axes = (0..<Int.random(in: 0...12, using: &random)).map { _ in axis(&random) }
        view.keys = (0..<Int.random(in: 0...40, using: &random)).map { index in
            .init(
                ["A", "\u{7}", ""].randomElement(using: &random)!, "BTN_\(index)", isDown: .random(using: &random),
                does: "stop")
        }
        view.channels = (0..<Int.random(in: 0...8, using: &random)).map { .init("c\($0)", .init(.min, decimals: 2)) }
        return view
    }

    @Test(arguments: [TerminalStyle.Emphasis.monochrome, .colour], [true, false])
    func noRowSteersTheTerminalOrLeavesIt(emphasis: TerminalStyle.Emphasis, isUnicode: Bool) {
        var random = SeededGenerator(7)
        let style = TerminalStyle(emphasis, isUnicode: isUnicode)
        for _ in 0..<200 {
            let size = TerminalSize(
                columns: .random(in: 1...130, using: &random), rows: .random(in: 1...40, using: &random))
            let board = InputBoard(size: size, style: style), view = view(&random)
            #expect(board.rows(view).count == size.rows)
            for row in board.rows(view) + board.remaining(view) {
                #expect(row.cells.count == size.columns)
                let isPlain = row.text.unicodeScalars.allSatisfy {
                    CellWidth.of($0) > 0 && $0.properties.generalCategory != .control && (isUnicode || $0.isASCII)
                }
                #expect(isPlain, "\(row.text.debugDescription)")
                #expect(Paper(writing: row.encoded(emphasis)).unknown.isEmpty)
            }
        }
    }

    private func axis(raw: Int32, rest: Double?, zone: ClosedRange<Double>?) -> String {
        var axis = InputView.Axis("", "", raw: raw, in: (-100, 100))
        (axis.rest, axis.deadZone) = (rest, zone)
        var canvas = Canvas(TerminalSize(columns: 11, rows: 1), TerminalStyle(.monochrome))
        let place = CellRect(column: 0, row: 0, width: 11, height: 1)
        AxisBar(axis).draw(on: &canvas, in: place, row: 0, column: 0, width: 11)
        return canvas.rows[0].text
    }

    @Test func aBarShowsTheRestTheDeadZoneAndTheWayBetween() {
        #expect(axis(raw: 0, rest: 0, zone: -20...20) == "░░░░─│─░░░░")
        #expect(axis(raw: 100, rest: 0, zone: -20...20) == "░░░░─▐█████")
        #expect(axis(raw: -100, rest: -100, zone: -100 ... -90) == "│░░░░░░░░░░")
        #expect(axis(raw: 100, rest: nil, zone: nil) == "░░░░░░░░░░▐")
    }

    /// A screen that is too small for all keys has those that are down.
    @Test func whatIsDownIsSeen() {
        var view = InputView(name: "keyboard", path: "")
        view.keys = (0..<60).map { .init("k\($0)", "KEY_\($0)", isDown: $0 == 59, does: "stop") }
        let rows = InputBoard(size: TerminalSize(columns: 30, rows: 8), style: TerminalStyle(.monochrome)).rows(view)
        #expect(rows.contains { $0.text.contains("k59") })
    }
}
