import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// A mapping with more controls than a slider and a joystick: each behind a gate of its own.
@Suite struct ManyControlsTests {
    private static func slider(_ code: UInt16, _ behaviour: SliderMapping.Behaviour = .rate) -> SliderMapping {
        SliderMapping(.axis(AxisSource(code)), behaviour: behaviour, shaping: Shaping(deadZone: 0.1))
    }

    /// Two joysticks and two sliders for eight channels: one joystick and a slider in each of two profiles.
    private static let mapping = Mapping(
        name: "pad", match: InputMatch(),
        controls: [
            ControlMapping(
                "near",
                .joystick(.init(.axes(x: AxisSource(Code.x), y: AxisSource(Code.y))), x: .index(1), y: .index(2))),
            ControlMapping(
                "far",
                .joystick(
                    .init(.axes(x: AxisSource(Code.rx), y: AxisSource(Code.ry))), x: .name("left"), y: .name("right"))),
            ControlMapping("lift", .slider(slider(Code.z), .name("lift"))),
            ControlMapping("turn", .slider(slider(Code.z), .name("turn"))),
            ControlMapping("none", .slider(slider(Code.rz), .index(8))),
        ],
        profiles: [
            .init("one", [Control(0), Control(2)]), .init("two", [Control(1), Control(3)]),
        ],
        keys: OperatorKeys(
            stop: [Code.east], resume: [Code.start], precise: [Code.tl], factor: 0.5, profile: [Code.select]))

    private static let rest = InputState(
        axes: [Code.x, Code.y, Code.rx, Code.ry, Code.z, Code.rz].map {
            AxisState($0, minimum: -1_000, maximum: 1_000, value: 0)
        })

    private func harness() -> DriveHarness {
        var harness = DriveHarness(.eight, Self.mapping)
        harness.start(Self.rest)
        return harness
    }

    private func frames(_ harness: inout DriveHarness) -> [String] {
        defer { _ = harness.takeTexts() }
        return harness.sent.map { String(decoding: $0.command.frame.bytes, as: UTF8.self) }
    }

    private func states(_ harness: DriveHarness) -> [GateState] {
        Self.mapping.allControls.map(harness.stateMachine.gateState)
    }

    @Test func onlyTheControlsOfTheProfileAreLive() {
        var harness = harness()
        #expect(states(harness) == [.open, .profile, .open, .profile, .open])
        harness.input(.axis(Code.rx, 1_000), .axis(Code.z, 1_000))
        harness.advance(.milliseconds(50))
        #expect(frames(&harness) == ["u100;"])
    }

    @Test func theKeyChangesTheProfileAtRestAlone() {
        var harness = harness()
        harness.input(.axis(Code.z, 1_000))
        harness.input(.key(Code.select, down: true), .key(Code.select, down: false))
        #expect(harness.takeNotices().contains(.profileRefused))
        #expect(harness.stateMachine.profile?.name == "one")
        harness.input(.axis(Code.z, 0))
        harness.advance(.seconds(1))
        harness.input(.key(Code.select, down: true), .key(Code.select, down: false))
        #expect(harness.takeNotices().contains(.profile))
        #expect(harness.stateMachine.profile?.name == "two")
        #expect(states(harness) == [.profile, .open, .profile, .open, .open])
        _ = frames(&harness)
        harness.input(.axis(Code.z, 1_000), .axis(Code.rx, 1_000))
        harness.advance(.milliseconds(50))
        #expect(Set(frames(&harness)) == ["t100;", "l100;"])
    }

    @Test func aControlOfAnotherProfileThatIsHeldKeepsTheProfile() {
        var harness = harness()
        harness.input(.axis(Code.rx, 1_000))
        harness.step(.operator(.nextProfile))
        #expect(harness.stateMachine.profile?.name == "one" && harness.takeNotices().contains(.profileRefused))
    }

    @Test func precisionMultipliesVelocitiesAndRates() {
        var harness = harness()
        harness.input(.key(Code.tl, down: true))
        #expect(harness.stateMachine.precision == 0.5)
        harness.input(.axis(Code.z, 1_000), .axis(Code.x, 1_000))
        harness.advance(.seconds(1))
        #expect(frames(&harness).contains("u50;"))
        // 0.5 full scales a second, halved.
        #expect(harness.stateMachine.number(.zx, at: harness.now) == 25)
        harness.input(.key(Code.tl, down: false))
        harness.advance(.seconds(1))
        #expect(frames(&harness).contains("u100;"))
        #expect(harness.stateMachine.number(.zx, at: harness.now) == 75)
    }

    @Test func precisionIsSwitchedFromElsewhereToo() {
        var harness = harness()
        harness.step(.operator(.precise(true)))
        #expect(harness.stateMachine.precision == 0.5 && harness.takeNotices().contains(.precision))
        harness.step(.operator(.precise(true)))
        #expect(!harness.takeNotices().contains(.precision))
        harness.step(.operator(.precise(false)))
        #expect(harness.stateMachine.precision == 1)
    }

    /// Every control that a channel of this arm has not is dead, and disturbs no other.
    @Test func aControlWithoutAChannelMovesNothing() {
        var harness = harness()
        #expect(harness.stateMachine.channels(of: Control(4)).x == nil)
        harness.input(.axis(Code.rz, 1_000))
        harness.advance(.seconds(1))
        #expect(harness.sent.isEmpty)
        var servo = DriveHarness(.servo, Self.mapping)
        servo.start(Self.rest)
        servo.input(.axis(Code.z, 1_000), .axis(Code.rz, 1_000))
        servo.advance(.seconds(1))
        #expect(servo.sent.isEmpty)
    }

    @Test func fingersHoldSeveralControlsAtOnce() {
        var harness = harness()
        harness.step(.finger(.there))
        harness.step(.finger(.deflected(Control(2), 500)))
        harness.step(.finger(.moved(Control(0), x: 300, y: 0)))
        harness.advance(.milliseconds(30))
        #expect(Set(frames(&harness)).isSuperset(of: ["u50;"]))
        #expect(harness.stateMachine.isTouched(Control(0)) && harness.stateMachine.isTouched(Control(2)))
        // A joystick's finger on a slider, or a control that is not there, is nothing.
        harness.step(.finger(.moved(Control(2), x: 1, y: 1)))
        harness.step(.finger(.deflected(Control(15), 500)))
        harness.step(.finger(.released(Control(2))))
        harness.step(.finger(.released(Control(0))))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.hasSentAll && states(harness)[2] == .open)
    }

    @Test func aResumeWaitsForEveryControl() {
        var harness = harness()
        harness.step(.operator(.stop))
        harness.input(.axis(Code.rz, 1_000))
        harness.step(.operator(.resume))
        #expect(harness.stateMachine.isStopped)
        harness.input(.axis(Code.rz, 0))
        harness.step(.operator(.resume))
        #expect(!harness.stateMachine.isStopped)
    }
}

/// Keys that hold or step a position: a gripper opened and closed by bumpers.
@Suite struct KeyedSliderTests {
    private func harness(_ behaviour: SliderMapping.Behaviour) -> DriveHarness {
        let slider = SliderMapping(.keys(forward: [Code.w], backward: [Code.s]), behaviour: behaviour, step: 0.25)
        let mapping = Mapping(
            name: "keys", match: InputMatch(kind: .keyboard),
            controls: [ControlMapping("grip", .slider(slider, .index(0)))],
            keys: OperatorKeys(stop: [Code.space], resume: [Code.enter]))
        var harness = DriveHarness(.servo, mapping)
        harness.start(InputState())
        return harness
    }

    private func press(_ code: UInt16, _ harness: inout DriveHarness) {
        harness.input(.key(code, down: true))
        harness.input(.key(code, down: false))
        harness.advance(.milliseconds(300))
    }

    private func number(_ harness: DriveHarness) -> Int32 { harness.stateMachine.number(Channel(0), at: harness.now) }

    @Test func holdSendsItToItsEndWhereItStays() {
        var harness = harness(.hold)
        press(Code.w, &harness)
        #expect(number(harness) == 180)
        harness.advance(.seconds(5))
        #expect(number(harness) == 180)
        press(Code.s, &harness)
        #expect(number(harness) == 0)
    }

    @Test func eachPressIsAStepHoweverShort() {
        var harness = harness(.step)
        // A press and its release in one report.
        harness.input(.key(Code.w, down: true), .key(Code.w, down: false))
        harness.advance(.milliseconds(300))
        #expect(number(harness) == 113)
        for _ in 0..<5 { press(Code.w, &harness) }
        #expect(number(harness) == 180)
        press(Code.s, &harness)
        #expect(number(harness) == 158)
    }

    @Test func aStepWhileTheGateIsClosedIsNone() {
        var harness = harness(.step)
        harness.step(.operator(.stop))
        press(Code.w, &harness)
        harness.step(.operator(.resume))
        harness.advance(.seconds(1))
        #expect(number(harness) == 90)
    }
}
