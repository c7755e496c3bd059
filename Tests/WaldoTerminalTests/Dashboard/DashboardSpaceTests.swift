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

    /// Beside a QR code on a small terminal, too.
    @Test func aCodeHidesNoControl() {
        for count in [4, 8] {
            var view = DashboardControlsTests.view(
                (1...Int32(count)).map { DashboardControlsTests.position("servo\($0)", 10 * $0) })
            view.code = [String](repeating: String(repeating: "█", count: 37), count: 19)
            let text = text(view)
            #expect(text[2].hasSuffix("█") && text[20].hasSuffix("█"))
            for place in 1...count {
                #expect(text.contains { $0.contains("servo\(place) ") && $0.contains(" \(place)0") }, "\(place)")
            }
        }
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
        #expect(text(view)[23].hasSuffix("  HAT8X servo8  EAST stop  ? explains the keys"))
        #expect(text(view, columns: 160)[22].hasSuffix(" HAT8X servo8  EAST stop"))
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
