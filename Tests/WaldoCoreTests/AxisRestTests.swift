import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// Where axes rest: learned when the input is added, and at no other time.
@Suite struct AxisRestTests {
    /// A pad at rest but for its right stick, in parts of its travel, and its right trigger.
    private func pad(x: Double = 0, y: Double = 0, trigger: Double = 0) -> InputState {
        var state = InputState.padAtRest
        for index in state.axes.indices {
            switch state.axes[index].code {
            case Code.rx: state.axes[index].value = raw(x)
            case Code.ry: state.axes[index].value = raw(y)
            case Code.rz: state.axes[index].value = Int32(trigger * 255)
            default: break
            }
        }
        return state
    }

    private func raw(_ part: Double) -> Int32 { Int32((part * 32767).rounded()) }

    private func push(_ harness: inout DriveHarness, x: Double, y: Double, trigger: Double = 0) {
        harness.input(
            .axis(Code.rx, raw(x)), .axis(Code.ry, raw(y)), .axis(Code.rz, Int32(trigger * 255)))
    }

    private func drive(
        _ state: InputState, _ mapping: Mapping = .pad(), rules: DriveRules = .present
    ) -> DriveHarness {
        var harness = DriveHarness(.follower, mapping, rules: rules)
        harness.start(state)
        return harness
    }

    /// What has been sent that is no zero.
    private func motions(_ harness: inout DriveHarness) -> [String] {
        harness.takeTexts().filter { !["slider s0;", "zx x0;", "zy y0;"].contains($0) }
    }

    @Test(arguments: [(0.049, 0.0), (-0.049, 0), (0.03, 0.03), (-0.03, 0.035), (0.04, -0.02)])
    func aStickThatRestsOffCentreMovesNoOtherAxis(x: Double, y: Double) {
        for (dx, dy) in [(0.0, 0.9), (0, -0.9), (0.9, 0), (-0.9, 0)] {
            var harness = drive(pad(x: x, y: y))
            #expect(harness.stateMachine.gateState(.joystick) == .open)
            push(&harness, x: x + dx, y: y + dy)
            harness.advance(.seconds(3))
            push(&harness, x: x, y: y)
            harness.advance(.seconds(3))
            let numbers = [Channel.zx, .zy].map { harness.stateMachine.number($0, at: harness.now) }
            #expect((numbers[0] != 0) == (dx != 0) && (numbers[1] != 0) == (dy != 0), "\(numbers) for \(dx) \(dy)")
        }
    }

    /// An older recording's commands came of nominal rests; its replay must come to the same.
    @Test func aRecordingFromBeforeIsReplayedWithNominalRests() {
        var mapping = Mapping.pad()
        mapping.learnsRests = false
        var harness = drive(pad(x: 0.05), mapping)
        push(&harness, x: 0.05, y: -0.9)
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.number(.zx, at: harness.now) > 0)
    }

    @Test func aStickOutsideItsDeadZoneIsDeadUntilItHasBeenNearItsCentre() {
        var harness = drive(pad(x: 0.12))
        #expect(harness.stateMachine.gateState(.joystick) == .held)
        #expect(harness.stateMachine.heldSources(.joystick) == [.offCentre(Code.rx, percent: 12)])
        #expect(harness.stateMachine.gateState(.slider) == .open)
        push(&harness, x: 0.9, y: -0.9)
        harness.advance(.seconds(2))
        push(&harness, x: 0.12, y: 0)
        harness.advance(.seconds(2))
        #expect(motions(&harness).isEmpty)
        #expect(harness.stateMachine.heldSources(.joystick) == [.offCentre(Code.rx, percent: 12)])
        push(&harness, x: 0.02, y: 0)
        harness.advance(.milliseconds(300))
        #expect(harness.stateMachine.gateState(.joystick) == .open)
        push(&harness, x: 0.9, y: 0)
        harness.advance(.milliseconds(300))
        #expect(!motions(&harness).isEmpty)
    }

    @Test func bothAxesOfAStickShareTheDeadZone() {
        // Each within 10 %, together 11.3 % off: a circle, as the dead zone is one.
        var harness = drive(pad(x: 0.08, y: -0.08))
        #expect(
            harness.stateMachine.heldSources(.joystick)
                == [.offCentre(Code.rx, percent: 8), .offCentre(Code.ry, percent: 8)])
        push(&harness, x: 0, y: 0)
        harness.advance(.milliseconds(300))
        #expect(harness.stateMachine.gateState(.joystick) == .open)
    }

    // MARK: within the dead zone, and too far off to be learned

    /// The joystick's deflection when its stick is pushed to x and y.
    private func deflection(_ harness: inout DriveHarness, x: Double, y: Double) -> (x: Double, y: Double) {
        push(&harness, x: x, y: y)
        return harness.stateMachine.deflection(of: .joystick)
    }

    @Test(arguments: [
        (0.054, 0.0), (-0.054, 0), (0.06, 0), (0.067, 0), (0, -0.067), (0.08, 0), (0.099, 0), (0.05, 0.05),
        (-0.04, 0.04),
    ])
    func aStickThatRestsInItsDeadZoneIsLiveAllRound(x: Double, y: Double) {
        var harness = drive(pad(x: x, y: y))
        #expect(harness.stateMachine.gateState(.joystick) == .open)
        #expect(motions(&harness).isEmpty)
        for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
            let way = deflection(&harness, x: dx == 0 ? x : dx, y: dy == 0 ? y : dy)
            // Up is the lowest number.
            #expect((way.x - dx).magnitude < 0.001 && (way.y + dy).magnitude < 0.001, "\(way) for \(dx) \(dy)")
            push(&harness, x: x, y: y)
            harness.advance(.milliseconds(300))
            #expect(!harness.stateMachine.isTouched(.joystick))
        }
    }

    @Test(arguments: [0.06, 0.08, 0.099]) func aStickNeverComesBackToQuiteTheSamePlace(rest: Double) {
        var harness = drive(pad(x: rest))
        for part in [0.9, 1.1, 1.2, 1] {
            push(&harness, x: rest * part, y: 0)
            harness.advance(.seconds(1))
        }
        #expect(motions(&harness).isEmpty)
    }

    @Test func aStickThatWasHeldAndRestsInItsDeadZoneIsLiveWithoutAPushToTheOtherSide() {
        var harness = drive(pad(x: 0.6))
        #expect(harness.stateMachine.gateState(.joystick) == .held)
        push(&harness, x: 0.067, y: 0)
        harness.advance(.milliseconds(300))
        #expect(harness.stateMachine.gateState(.joystick) == .open && motions(&harness).isEmpty)
        #expect(deflection(&harness, x: 1, y: 0) == (1, 0))
    }

    /// Until then such a stick was dead to one side, and recordings hold what it did not send.
    @Test func theFirstRulesKeepItDead() {
        var harness = drive(pad(x: 0.06), rules: .first)
        #expect(harness.stateMachine.heldSources(.joystick) == [.offCentre(Code.rx, percent: 6)])
        #expect(deflection(&harness, x: 1, y: 0) == (0, 0))
        push(&harness, x: 0.02, y: 0)
        harness.advance(.milliseconds(300))
        #expect(deflection(&harness, x: 1, y: 0) == (1, 0))
    }

    /// Whatever a hand did while the pad was plugged in: let go, a stick that rests anywhere in its dead zone moves
    /// nothing.
    @Test func aStickThatRestsAnywhereInItsDeadZoneAndIsLetGoMovesNothing() {
        var random = SeededGenerator(23)
        for _ in 0..<2_000 {
            let rest = rests(&random, within: 0.0999), held = holds(&random)
            var harness = drive(held)
            harness.advance(.seconds(1))
            _ = harness.takeTexts()
            for axis in rest.axes { harness.step(.input(.axis(axis.code, axis.value))) }
            harness.input()
            harness.advance(.seconds(2))
            #expect(motions(&harness).isEmpty, "rests \(values(rest)), held \(values(held))")
        }
    }

    @Test func aSlidersAxisIsLiveToBothSidesToo() {
        var mapping = Mapping.pad()
        mapping.controls[0].kind = .slider(
            SliderMapping(.axis(AxisSource(Code.rx)), shaping: Shaping(deadZone: 0.1)), .name("slider"))
        mapping.controls.removeLast()
        for rest in [0.06, -0.067, 0.09] {
            var harness = drive(pad(x: rest), mapping)
            #expect(harness.stateMachine.gateState(.slider) == .open)
            for end in [1.0, -1] {
                push(&harness, x: end, y: 0)
                #expect((harness.stateMachine.deflection(of: .slider).x - end).magnitude < 0.001)
                push(&harness, x: rest, y: 0)
                #expect(harness.stateMachine.deflection(of: .slider).x == 0)
            }
        }
    }

    @Test func aCentreInTheMappingIsTheNominalRest() {
        var mapping = Mapping.pad()
        mapping.controls = mapping.controls.map { control in
            guard case .joystick(var joystick, let x, let y) = control.kind else { return control }
            joystick.source = .axes(x: AxisSource(Code.rx, centre: raw(0.2)), y: AxisSource(Code.ry, invert: true))
            var copy = control
            copy.kind = .joystick(joystick, x: x, y: y)
            return copy
        }
        var harness = drive(pad(x: 0.18), mapping)
        #expect(harness.stateMachine.gateState(.joystick) == .open)
        push(&harness, x: 1, y: 0)
        #expect(harness.stateMachine.deflection(of: .joystick).x == 1)
        push(&harness, x: -1, y: 0)
        #expect(harness.stateMachine.deflection(of: .joystick).x < -0.999)
        #expect(drive(pad(x: 0), mapping).stateMachine.gateState(.joystick) == .held)
    }

    @Test func aStickHeldWhileThePadReturnsKeepsItsLearnedRest() {
        var harness = drive(pad(x: 0.04))
        harness.step(.inputLost)
        harness.advance(.seconds(1))
        harness.step(.inputAdded(pad(x: 0.6)))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.gateState(.joystick) == .held)
        push(&harness, x: 0.04, y: 0)
        harness.advance(.milliseconds(300))
        _ = harness.takeTexts()
        push(&harness, x: 0.04, y: -0.9)
        harness.advance(.seconds(2))
        #expect(harness.stateMachine.number(.zx, at: harness.now) == 0)
        #expect(harness.stateMachine.number(.zy, at: harness.now) > 0)
    }

    @Test func aTriggerThatRestsInTheMiddleCountsFromThere() {
        var harness = drive(pad(trigger: 0.5))
        #expect(harness.stateMachine.gateState(.slider) == .open)
        push(&harness, x: 0, y: 0, trigger: 0)
        harness.advance(.seconds(1))
        #expect(motions(&harness).isEmpty)
        push(&harness, x: 0, y: 0, trigger: 1)
        harness.advance(.milliseconds(100))
        #expect(harness.takeTexts().last == "slider s100;")
    }

    /// The gates through which a control may be held.
    enum Gate: CaseIterable, Sendable { case start, unplugged, linkLost, stopped, suspended, stalled, resynced }

    @Test(arguments: Gate.allCases) func aStickHeldThroughAGateAndLetGoMovesNothing(gate: Gate) {
        var random = SeededGenerator(19)
        for _ in 0..<400 {
            let (rest, held) = (rests(&random), holds(&random))
            var harness = DriveHarness(.follower, .pad())
            if gate == .start {
                harness.start(held)
            } else {
                harness.start(rest)
                pass(gate, &harness, holding: held)
            }
            harness.advance(.seconds(1))
            _ = harness.takeTexts()
            for axis in rest.axes { harness.step(.input(.axis(axis.code, axis.value))) }
            harness.input()
            if gate == .stopped { harness.input(.key(Code.start, down: true)) }
            harness.advance(.seconds(2))
            #expect(motions(&harness).isEmpty, "rests \(values(rest)), held \(values(held))")
        }
    }

    private func pass(_ gate: Gate, _ harness: inout DriveHarness, holding held: InputState) {
        let begin: DriveEvent =
            switch gate {
            case .start, .unplugged: .inputLost
            case .linkLost: .link(.down)
            case .stopped: .operator(.stop)
            case .suspended, .resynced: .halt(.suspended)
            case .stalled: .link(.stalled)
            }
        harness.step(begin)
        for axis in held.axes where gate != .unplugged { harness.step(.input(.axis(axis.code, axis.value))) }
        if gate != .unplugged { harness.input() }
        switch gate {
        case .start, .unplugged, .suspended: harness.step(.inputAdded(held))
        case .linkLost: harness.step(.link(.up(takenOver: false)))
        case .stopped: harness.input(.key(Code.start, down: true), .key(Code.start, down: false))
        case .resynced: harness.step(.inputResynced(held))
        case .stalled: harness.step(.link(.flowing))
        }
    }

    /// A pad as it rests: its stick anywhere within half the dead zone.
    private func rests(_ random: inout SeededGenerator, within play: Double = 0.0499) -> InputState {
        let angle = Double.random(in: 0..<360, using: &random)
        let stick = Polar(angle: angle, displacement: .random(in: 0...play, using: &random))
        return pad(x: stick.x, y: stick.y)
    }

    /// A pad whose stick and trigger are anywhere, half of the time near their rest.
    private func holds(_ random: inout SeededGenerator) -> InputState {
        let reach = Bool.random(using: &random) ? 1 : 0.12
        return pad(
            x: .random(in: -reach...reach, using: &random), y: .random(in: -reach...reach, using: &random),
            trigger: .random(in: 0...1, using: &random))
    }

    private func values(_ state: InputState) -> [Int32] { state.axes.map(\.value) }
}
