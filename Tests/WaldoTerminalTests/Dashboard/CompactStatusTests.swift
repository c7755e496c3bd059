import Testing
import WaldoCore
import WaldoTime

@testable import WaldoTerminal

@Suite struct CompactStatusTests {
    func text(_ view: DashboardView, columns: Int = 80, rows: Int = 12, _ style: TerminalStyle = .init(.colour))
        -> [String]
    {
        Dashboard(size: .init(columns: columns, rows: rows), style: style).rows(view, log: ["said"]).map(\.text)
    }

    @Test func aSmallTerminalHasRowsOfTextAndTheLogBelowThem() {
        #expect(
            text(DashboardTests.driving) == [
                " LIVE   DRIVING  the controls are held",
                "link      connected  BLE Shield 01:23:45:67:89:AB",
                "slider    [----------|#####-----] +0.50 FORWARD",
                "joystick  x -37  y -12  stick +0.60 +0.80",
                "input     Xbox Wireless Controller  (Gamepad)",
                "last      4C 33 37 3E  \"L37>\"",
                "keys      RZ forward  EAST stop  ? explains the keys  Ctrl-C ends",
                "said",
            ])
    }

    @Test func overrideAStopAndTheGateStandAboveAllElse() {
        var view = DashboardTests.driving
        view.status.transport = .override
        view.status.halt = .stopped
        view.resumeText = "press Enter to resume"
        view.gate = .wait("hold the enable key")
        view.controls[0] = DashboardTests.slider(-1)
        view.controls[1].x?.isAssumed = true
        view.controls[1].y?.isAssumed = true
        (view.status.link, view.status.shield) = (LinkStatus(.absent), nil)
        let rows = text(view)
        #expect(
            rows.prefix(4) == [
                "[OVERRIDE]  STOPPED  hold the enable key",
                "link      none: override",
                "slider    [##########|----------] -1.00 BACKWARD",
                "joystick  x -37  y -12  assumed  stick +0.60 +0.80",
            ])
        #expect(text(view, rows: 5) == Array(rows.prefix(5)))
    }

    /// The keys that drive, stop and `?` stay; the hand and the last frame give way.
    @Test func in14RowsOfEightChannelsEachHasItsKeys() {
        var view = DashboardControlsTests.view((1...8).map { DashboardControlsTests.position("servo\($0)", $0) })
        view.hand = HandTests.arm(0.1, 0, 0.2)
        view.mappedKeys = (1...8).flatMap { index -> [DashboardView.KeyHelp] in
            [.init(["\(index)"], "servo\(index) +"), .init(["F\(index)"], "servo\(index) -")]
        }
        view.mappedKeys.append(.init(["Space", "Escape"], "stop", isOperators: true))
        let rows = text(view, columns: 60, rows: 14)
        #expect(
            rows.suffix(4) == [
                "input     Xbox Wireless Controller  (Gamepad)",
                "keys      1/F1 servo1  2/F2 servo2  3/F3 servo3  4/F4 servo4",
                "          5/F5 servo5  6/F6 servo6  7/F7 servo7  8/F8 servo8",
                "          Space stop  ? explains the keys  Ctrl-C ends",
            ])
        #expect(rows.count == 14 && !rows.joined().contains("hand "))
        let high = text(view, columns: 60, rows: 20)
        #expect(high.contains { $0.hasPrefix("hand  ") } && high.contains { $0.hasPrefix("last  ") })
    }

    /// What the arm reports is where it is.
    @Test func aReportedPositionIsNotAssumed() {
        var control = DashboardControlsTests.position("base", 90)
        control.x?.isAssumed = true
        #expect(text(DashboardControlsTests.view([control])).contains { $0.hasSuffix("] 90  assumed") })
        control.x?.reported = .init(90)
        #expect(text(DashboardControlsTests.view([control])).contains { $0.hasSuffix("] 90") })
    }

    static let nothing = "[LIVE, no link yet]  NO INPUT  waiting for one"

    @Test func aViewOfNothingSaysWhatIsMissing() {
        var view = DashboardView()
        #expect(text(view) == [Self.nothing, "link      waiting", "input     none", "last      nothing yet", "said"])
        view.controls = [.slider("slider"), .joystick("joystick")]
        #expect(
            text(view) == [
                Self.nothing, "link      waiting", "slider    [----------|----------] +0.00 AT REST",
                "joystick  no position  stick +0.00 +0.00", "input     none", "last      nothing yet", "said",
            ])
    }

    @Test func aTerminalThatCannotRedrawOrHasNoModuleGetsTheWeightiestInOneRow() {
        var view = DashboardTests.driving
        view.status.halt = .stopped
        view.status.transport = .override
        view.gate = .wait("let go")
        let row = "OVERRIDE STOPPED: let go | slider +0.50 FORWARD | x -37  y -12 | link none: over~"
        #expect(text(view, columns: 81, .init(.none)) == [row])
        #expect(text(view, columns: 81, rows: 3) == [row])
    }

    @Test func theKeysAreExplainedOnASmallTerminalToo() {
        var view = DashboardTests.driving
        view.showsHelp = true
        let rows = [" LIVE   DRIVING  the controls are held", "RZ forward   EAST, SOUTH stop"]
        #expect(text(view, columns: 50, rows: 10) == rows + ["? explains the keys   Ctrl-C ends", "said"])
        #expect(text(view, rows: 3) == ["LIVE DRIVING | RZ forward  EAST stop  ? explains the keys  Ctrl-C ends"])
    }

    @Test(arguments: [
        (0.0, "+0.00"), (1, "+1.00"), (-1, "-1.00"), (0.005, "+0.01"), (-0.5, "-0.50"), (0.099, "+0.10"),
        (-0.004, "+0.00"), (1e300, "+99.00"), (.nan, "  ?  "), (.infinity, "  ?  "),
    ])
    func valuesHaveTwoDecimalsAndASign(value: Double, text: String) {
        #expect(NumberText.fixed(value) == text)
    }

    @Test(arguments: [
        (37, 0, "37"), (-37, 0, "-37"), (25, 2, "0.25"), (-5, 2, "-0.05"), (-1234, 2, "-12.34"), (0, 1, "0.0"),
        (Int32.min, 6, "-2147.483648"), (7, 99, "0.000007"), (7, -1, "7"),
    ])
    func numbersHaveTheirPointInPlace(value: Int32, decimals: Int, text: String) {
        #expect(ChannelNumber(value, decimals: decimals).text == text)
    }

    @Test func spansAreInTheUnitThatSuitsThemAndNeverLongerThanTheirPlace() {
        let spans: [Int64: String] = [
            -5: "0 µs", 0: "0 µs", 999: "999 µs", 1_000: "1.0 ms", 9_999: "9.9 ms", 10_000: "10 ms", .max: "9000 ms",
        ]
        for (span, text) in spans { #expect(NumberText.span(.microseconds(span), isUnicode: true) == text) }
        #expect(
            NumberText.seconds(.microseconds(.max)).hasSuffix(".775")
                && NumberText.seconds(.microseconds(1_500)) == "0.001")
        #expect(NumberText.rate(.infinity) == "?" && NumberText.rate(12.46) == "12.5")
    }

    @Test func aFrameThatIsNoTextIsShownInHexadecimalAlone() {
        #expect(CompactStatus.shown(Frame([0xA5, 0x02, 0x41])!) == "A5 02 41")
        #expect(CompactStatus.shown(Frame("S>".utf8)!) == "53 3E  \"S>\"")
        #expect(CompactStatus.shown(Frame("S1\r\n".utf8)!) == "53 31 0D 0A  \"S1\\r\\n\"")
        #expect(CompactStatus.shown(Frame([0x0A])!) == "0A")
    }
}
