import Testing
import WaldoCore
import WaldoTime

@testable import WaldoTerminal

/// What is shown where there is little space, and where there is much.
@Suite struct DashboardSpaceTests {
    func text(_ view: DashboardView, columns: Int = 80, rows: Int = 24) -> [String] {
        Dashboard(size: .init(columns: columns, rows: rows), style: .init(.colour)).rows(view, log: ["said"]).map(
            \.text)
    }

    /// Where the bytes and their text have no space beside each other, the text is there.
    @Test func aTextOfAFrameIsNotCutOff() {
        var view = DashboardControlsTests.view([DashboardControlsTests.position("shoulder_lift", 90)])
        view.hand = HandTests.arm(0.1, 0, 0.2)
        view.frames = [.init(at: .seconds(1), channel: "shoulder_lift", frame: Frame("S100\n".utf8)!)]
        let whole = text(view).joined(separator: "\n"), wide = text(view, columns: 160, rows: 40).joined()
        #expect(whole.contains("\"S100\\n\"") && !whole.contains("53 31 30 30 0A"))
        #expect(whole.contains("┌─ shoulder_lift ─┐") && whole.contains("  shoulder_lift  \"S"))
        #expect(wide.contains("53 31 30 30 0A") && wide.contains("\"S100\\n\""))
    }

    @Test func aLargeTerminalExplainsAllKeys() {
        let title = "── what each key does ─"
        #expect(text(DashboardControlsTests.eight, columns: 200, rows: 60).contains { $0.contains(title) })
        #expect(!text(DashboardControlsTests.eight).contains { $0.contains(title) })
        var played = DashboardControlsTests.eight
        played.mappedKeys = []
        #expect(!text(played, columns: 200, rows: 60).contains { $0.contains(title) })
    }

    @Test func whereKeysDoNotFitStopIsAmongThoseThatDo() {
        var view = DashboardControlsTests.eight
        view.mappedKeys =
            (1...8).map { .init(["HAT\($0)X"], "servo\($0)") } + [.init(["EAST"], "stop", isOperators: true)]
        #expect(text(view)[22].hasPrefix(" HAT1X servo1  HAT2X servo2 "))
        #expect(text(view)[23].hasSuffix("  HAT7X servo7  EAST stop  ? explains the keys  Ctrl-C ends"))
        #expect(text(view, columns: 160)[22].hasSuffix(" HAT8X servo8  EAST stop"))
    }

    /// A column is as wide as its longest line, not a third of the screen.
    @Test func whatKeysDoIsNotCutBesideEmptyColumns() {
        var view = DashboardControlsTests.eight
        view.showsHelp = true
        let stick = "<-> base, ^v shoulder"
        view.mappedKeys =
            [.init(["left stick"], stick)] + (0..<24).map { .init(["K\($0)"], "key \($0)", isOperators: true) }
        view.terminalKeys = [.init(["Space"], "stop", isOperators: true)]
        #expect(text(view).contains { $0.contains("left stick \(stick)") }, "\(text(view))")
    }

    /// Six joints whose names are long, on a keyboard.
    static let six: DashboardView = {
        let names = ["shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll", "gripper"]
        func axis(_ index: Int) -> ControlStatus.Axis { .init(.init(2048), of: names[index]) }
        var view = DashboardControlsTests.view(
            [.joystick("\(names[0])/\(names[1])", x: axis(0), y: axis(1))]
                + (2...5).map { .slider(names[$0], 0, axis($0)) })
        view.mappedKeys = names.enumerated().flatMap { index, name -> [DashboardView.KeyHelp] in
            [.init(["\(index)"], name + " +"), .init(["F\(index)"], name + " -")]
        }
        view.mappedKeys += ["stop", "resume", "recentre", "precise"].map { .init(["Key"], $0, isOperators: true) }
        view.frames = [.init(at: .seconds(1), channel: names[1], frame: Frame([UInt8](repeating: 0xff, count: 28))!)]
        view.hand = HandTests.arm(0.1, 0, 0.2)
        return view
    }()

    /// Nothing of them is cut, and how to end stays.
    @Test(arguments: [(60, 14), (80, 24), (120, 40), (200, 60)])
    func longNamesLeaveTheKeysWhole(columns: Int, rows: Int) {
        let text = text(Self.six, columns: columns, rows: rows), whole = text.joined(separator: "\n")
        for part in ["F0 shoulder_pan", "F5 gripper", "Key stop", "Ctrl-C ends", "shoulder_lift"] {
            #expect(whole.contains(part), "\(part)")
        }
        #expect(!whole.contains("~") && whole.contains("FF FF"))
        #expect(whole.contains(" .. 28 bytes"))
        if rows == 24 { #expect(text[2].contains("┌─ <-> shoulder_pan ─") && text[11].contains(" ^v shoulder_lift ┘")) }
    }

    @Test func theHelpHasColumnsForAllKeys() {
        var view = DashboardControlsTests.view((1...8).map { DashboardControlsTests.position("servo\($0)", 0) })
        view.showsHelp = true
        view.mappedKeys = (1...16).map { .init(["K\($0)"], "servo\($0)") }
        for rows in [24, 40] {
            let whole = text(view, rows: rows).joined(separator: "\n")
            #expect((1...16).allSatisfy { whole.contains("K\($0) ") } && whole.contains("Ctrl-C"))
        }
    }
}
