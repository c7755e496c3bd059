import Testing
import WaldoCore

@testable import WaldoTerminal

/// Arms with other controls than the default arm's slider and joystick.
@Suite struct DashboardControlsTests {
    /// A slider for a held position.
    static func position(_ name: String, _ number: Int32, at place: Double = 0) -> ControlStatus {
        .slider(name, 0, .init(.init(number), normalised: place))
    }

    static func view(_ controls: [ControlStatus], unmoved: [String] = []) -> DashboardView {
        var view = DashboardTests.driving
        view.controls = controls
        view.unmoved = unmoved
        return view
    }

    /// Six sliders and a joystick: eight channels.
    static let eight = view(
        (1...6).map { position("servo\($0)", 10 * $0) }
            + [.joystick("stick", x: .init(.init(71)), y: .init(.init(72)))])

    func text(
        _ view: DashboardView, columns: Int = 80, rows: Int = 24, _ style: TerminalStyle = .init(.colour)
    ) -> [String] {
        Dashboard(size: .init(columns: columns, rows: rows), style: style).rows(view, log: ["said"]).map(\.text)
    }

    @Test func eightChannelsStandOn80X24WithFramesAndLog() {
        let text = text(Self.eight), whole = text.joined(separator: "\n")
        for part in ["┌─ servo1 ", "┌─ stick ", "= 10", "71", "72", "on the wire", "\"L37>\"", "said"] {
            #expect(whole.contains(part), "\(part)")
        }
        for place in 2...6 {
            #expect(text.contains { $0.contains("servo\(place) ") && $0.contains(" \(place)0") }, "\(place)")
        }
        #expect(!whole.contains("~") && text.count == 24)
    }

    /// None of them is the first: all are rows of one panel.
    @Test func withoutAJoystickTheSlidersHaveItsSpace() {
        let text = text(Self.view((1...8).map { Self.position("servo\($0)", 10 * $0) }))
        #expect(text[2].hasPrefix("┌─ controls ") && !text.joined().contains("joystick"))
        for place in 1...8 { #expect(text[2 + place].hasPrefix("│ servo\(place)"), "\(text[2 + place])") }
        #expect(text[12].hasPrefix("── on the wire "))
        let few = self.text(Self.view((1...4).map { Self.position("servo\($0)", 10 * $0) }))
        for place in 1...4 { #expect(few[1 + 2 * place].hasPrefix("│ servo\(place)"), "\(few[1 + 2 * place])") }
    }

    @Test func whatAnArmHasNotIsNotDrawn() {
        let one = text(Self.view([Self.position("grip", 3)]))
        #expect(one[2].hasPrefix("┌─ grip ──────┐┌─ commands, 20 s ─") && one[2].contains("┐┌─ link and input ─"))
        let stick = text(Self.view([.joystick("stick", x: .init(.init(7)))]))
        #expect(
            stick[2].hasPrefix("┌─ controls ─") && stick[3].hasPrefix("│ stick x ░")
                && !stick.joined().contains("stick y"))
        let nothing = text(Self.view([], unmoved: ["left", "right"]))
        #expect(nothing[2].hasPrefix("┌─ controls ") && nothing[3].hasPrefix("│ no control moves left, right"))
    }

    @Test func otherJoysticksHaveARowForEachAxisBelowOneAnother() {
        var hand = ControlStatus.joystick(
            "hand", .init(x: 0.5), x: .init(.init(5), normalised: 0.5),
            y: .init(.init(-6), normalised: -0.5, isAssumed: true))
        (hand.gate, hand.toRelease) = (.held, "right stick")
        let view = Self.view(Self.eight.controls + [hand])
        for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
            let text = text(view, columns: columns, rows: rows)
            let x = text.firstIndex { $0.contains("hand x") } ?? 0
            #expect(text[x].contains(">") && text[x].contains(" 5 let go") && text[x + 1].contains("hand y"))
        }
    }

    @Test func aControlOfAnotherProfileIsDimmedAndSaysSo() throws {
        var view = Self.eight
        for place in [0, 1, 6] { view.controls[place].isInProfile = false }
        view.profile = "grasp"
        let rows = Dashboard(size: .init(columns: 80, rows: 24), style: .init(.colour)).rows(view, log: [])
        let meter = try #require(rows.first { $0.text.contains("servo2") })
        #expect(meter.text.contains("20 off") && meter.cells[1..<37].allSatisfy { $0.ink == .faint })
        #expect(rows[2..<12].allSatisfy { $0.cells[0..<46].allSatisfy { $0.ink == .faint } })
        #expect(rows[4].text.dropFirst(6).hasPrefix("off") && rows[7].text.dropFirst(37).hasPrefix("off"))
        #expect(rows.first { $0.text.contains("servo3") }?.text.contains("off") == false)
    }

    @Test func profileAndPrecisionStandAtTheRightOfTheSecondBar() {
        var view = Self.eight
        #expect(text(view)[1].hasSuffix("move a control to drive"))
        view.precision = 25
        #expect(text(view)[1].hasSuffix("   precise 25 %"))
        view.profile = "reach"
        #expect(text(view)[1].hasSuffix("   profile reach, precise 25 %"))
        #expect(text(view, rows: 14).contains("mode      profile reach  precise 25 %"))
    }

    @Test func inANarrowTerminalTheBarGivesWayToTheNumber() {
        let view = Self.view([Self.position("shoulder_lift", 2_048)]), rows = text(view, columns: 40, rows: 14)
        #expect(rows.contains { $0.hasPrefix("shoulder_lift") && $0.contains("]") && $0.contains(" 2048") }, "\(rows)")
    }

    @Test func channelsThatNoControlMovesHaveOneLine() {
        for view in [
            Self.view(Array(Self.eight.controls.prefix(3)), unmoved: ["lift", "lamp"]),
            Self.view(DashboardTests.driving.controls, unmoved: ["lift", "lamp"]),
        ] {
            #expect(text(view).filter { $0.contains("no control moves lift, lamp") }.count == 1)
            #expect(text(view, rows: 14).contains("unmoved   lift  lamp"))
        }
    }

    @Test func longNamesKeepTheirPlace() {
        let long = String(repeating: "n", count: 24)
        let view = Self.view(
            [Self.position(long, 90), .joystick(long, x: .init(.init(1)), y: .init(.init(2)))]
                + (1...3).map { Self.position(long, 100 + $0) } + [
                    .joystick(long, x: .init(.init(7)), y: .init(.init(8)))
                ])
        let text = text(view)
        #expect(text[2].hasPrefix("┌─ nnnnnnnnnn~┐┌─ nnnnn") && text[2].hasSuffix("┐"))
        #expect(text.contains { $0.contains("nnn~ x ") } && text.contains { $0.contains("nnn~ y ") })
        for number in 101...103 { #expect(text.contains { $0.contains(" \(number)") }) }
    }

    @Test(
        arguments: [
            (0, false, "░░░│░░░"), (0.01, false, "░░░│▌░░"), (1, false, "░░░│███"), (-1, false, "███│░░░"),
            (-0.5, false, "░▐█│░░░"), (0, true, "░░░█░░░"), (1, true, "░░░│░░█"), (-1, true, "█░░│░░░"),
            (0.1, true, "░░░▐▌░░"), (.nan, true, "░░░█░░░"),
        ] as [(Double, Bool, String)])
    func aMetersBarFillsFromTheMiddleOrMarksAPlace(value: Double, isPosition: Bool, bar: String) {
        var canvas = Canvas(.init(columns: 7, rows: 1), .init(.colour))
        let place = CellRect(column: 0, row: 0, width: 7, height: 1)
        MeterBar(value, isPosition: isPosition).draw(on: &canvas, in: place, row: 0, column: 0, width: 7)
        #expect(canvas.rows[0].text == bar)
    }

    @Test func theGateNamesWhatFitsAndCountsTheOthers() {
        let held = (1...8).map { DashboardView.HeldControl("servo\($0)", "ABS_HAT\($0)X") }
        let two = DashboardView.Gate.release(Array(held.prefix(2)))
        #expect(two.text(columns: 69) == "let go of the servo1 (ABS_HAT1X) and the servo2 (ABS_HAT2X)")
        let all = DashboardView.Gate.release(held)
        #expect(all.text(columns: 80) == "let go of servo1, servo2, servo3, servo4, servo5, servo6, servo7 and servo8")
        #expect(all.text(columns: 69) == "let go of the servo1 (ABS_HAT1X), the servo2 (ABS_HAT2X) and 6 more")
        #expect(all.text(columns: 30) == "let go of servo1 and 7 more")
        let long = (1...8).map {
            DashboardView.HeldControl(String(repeating: "n", count: 24) + "\($0)", "ABS_RX ABS_RY")
        }
        var view = Self.eight
        view.gate = .release(long)
        for (rows, columns) in [(24, 80), (14, 79)] {
            let text = text(view, columns: columns, rows: rows)
            #expect(text.contains { $0.contains("n1 (ABS_RX ABS_RY) and 7 more") || $0.contains("n1 and 7 more") })
        }
    }

    @Test func fewRowsHoldAllControlsTheFirstOnesWhole() {
        let text = text(Self.eight, rows: 12)
        #expect(
            text[2] == "servo1    [----------|----------] 10" && text[3] == "stick     x 71  y 72  stick +0.00 +0.00")
        #expect((2...6).allSatisfy { text[2 + $0].hasPrefix("servo\($0)    [") })
        let few = self.text(Self.eight, rows: 5)
        #expect(few[2...3] == text[2...3] && few[4] == "servo2 20  servo3 30  servo4 40  servo5 50  servo6 60")
        var view = Self.eight
        (view.status.transport, view.status.halt) = (.override, .stopped)
        #expect(
            self.text(view, rows: 4)[2]
                == "servo1 10  stick 71 72  servo2 20  servo3 30  servo4 40  servo5 50  servo6 60")
        #expect(
            self.text(view, rows: 4)[3]
                == "input     Xbox Wireless Controller  (Gamepad)")
    }

    @Test func oneRowHoldsAllControls() {
        let row = text(Self.eight, columns: 120, .init(.none))
        #expect(
            row == [
                "LIVE READY | servo1 10 | x 71  y 72 | servo2 20 | servo3 30 | servo4 40 | servo5 50 | servo6 60 "
                    + "| link connected  BLE S~"
            ])
    }

    @Test func aChannelsNameIsShownWhereTheControlHasAnother() {
        var view = Self.eight
        view.controls[0].x?.channel = "base"
        view.controls[1].x?.channel = "wrist"
        view.controls[2].x?.channel = "servo3"
        let text = text(view)
        #expect(text[3].hasPrefix("│ ░░░ base    │") && text.contains { $0.contains("servo2 wrist ░") })
        #expect(!text.contains { $0.contains("servo3 servo3") })
    }

    /// A stick that is bound by index is named by its channels and their directions.
    @Test func aSticksPanelNamesItsChannels() {
        func stick(_ x: String, _ y: String) -> ControlStatus {
            .joystick("\(x)/\(y)", x: .init(.init(1), of: x), y: .init(.init(2), of: y))
        }
        let text = text(Self.view([stick("base", "lift"), stick("wrist", "elbow")]))
        #expect(text[2].hasPrefix("┌─ <-> base, ^v lift ─"))
        #expect(text.contains { $0.contains(" wrist ░") } && text.contains { $0.contains(" elbow ░") })
        #expect(!text.joined().contains("wrist/elbow"))
    }

    /// The hand's directions are words, their numbers have units, and joints that they move are not off.
    @Test func theHandsDirectionsAreWords() {
        func axis(_ name: String, _ number: Int32) -> ControlStatus.Axis {
            .init(.init(number), of: "hand.\(name)", isPosition: false)
        }
        var joint = Self.position("elbow", 90)
        (joint.isInProfile, joint.isMovedByHand) = (false, true)
        let view = Self.view([
            .joystick("hand", x: axis("turn", -37), y: axis("reach", 23)), .slider("height", 0, axis("height", 40)),
            joint,
            .slider("pitch", 0, axis("pitch", -120)),
        ])
        let text = text(view), whole = text.joined(separator: "\n")
        for part in [
            "┌─ height ────┐┌─ hand: <-> turn, ^v reach ", "= 40 ", "mm/s", "x -37 deg/s", "y   23 mm/s", "90 by hand",
            "-120 deg/s",
        ] { #expect(whole.contains(part), "\(part)") }
        #expect(!whole.contains("hand.") && !whole.contains("~") && !whole.contains(" off"))
        let few = self.text(view, rows: 14).joined(separator: "\n")
        #expect(few.contains("turn -37 deg/s  reach 23 mm/s") && few.contains("40 mm/s") && !few.contains("hand."))
    }

    /// The hand has directions that are called x and y as well.
    @Test func aRowOfTheHandHasNoLetterOfTheStick() {
        func stick(_ name: String, _ x: String, _ y: String) -> ControlStatus {
            .joystick(
                name, x: .init(.init(-60), of: "hand.\(x)", isPosition: false),
                y: .init(.init(20), of: "hand.\(y)", isPosition: false))
        }
        let text = text(Self.view([stick("hand", "turn", "reach"), stick("table", "y", "x")]))
        #expect(text.contains { $0.contains(" table y ░") } && text.contains { $0.contains(" table x ░") }, "\(text)")
    }

    @Test func aPressedButtonIsDriving() {
        var view = Self.eight
        view.buttons = [.button("home"), .button("light")]
        #expect(text(view)[1].hasPrefix("[READY] ") && text(view).contains { $0.contains("actions  home  light") })
        view.buttons[0].deflection.x = 1
        #expect(text(view)[1].hasPrefix(" DRIVING "))
    }

    @Test func whereTheArmReportsThatItIsHasSpace() {
        var view = Self.eight
        view.controls[3].x?.reported = .init(-123_456, decimals: 2)
        for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
            #expect(text(view, columns: columns, rows: rows).contains { $0.contains("40 at -1234.56") })
        }
    }

    @Test func aPlayedPositionHasNoLabelOfAHand() {
        var slider = Self.position("base", 120, at: 0.5)
        slider.isPlayed = true
        let whole = text(Self.view([slider])).joined()
        #expect(whole.contains("= 120") && !whole.contains("AT REST") && !whole.contains("+0.00"))
    }
}
