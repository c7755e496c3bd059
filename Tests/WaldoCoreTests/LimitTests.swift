import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// A position's travel and slew rate hold whatever the operator does.
@Suite struct LimitTests {
    /// Positions of -100...100, kept within -50...80 and at most 100 a second, half of the range.
    private static let arm = Arm(
        name: "arm", link: Arm.robot.link, pacing: Pacing(interval: .milliseconds(10)),
        profiles: PerChannel(
            ["a", "b"].map { name in
                ChannelProfile(
                    name, mode: .position, range: ValueRange(low: -100, high: 100),
                    limits: .init(travel: -50...80, slew: 100), frames: .init(.text("\(name)#;")))
            }))

    private func mapping(_ behaviour: SliderMapping.Behaviour) -> Mapping {
        Mapping(
            name: "keys", match: InputMatch(kind: .keyboard),
            controls: [
                ControlMapping(
                    "a",
                    .slider(
                        .init(.keys(forward: [Code.w], backward: [Code.s]), behaviour: behaviour, step: 0.9, speed: 10),
                        .name("a")))
            ], keys: OperatorKeys(stop: [Code.space], resume: [Code.enter]))
    }

    private func number(_ harness: DriveHarness) -> Int32 { harness.stateMachine.number(Channel(0), at: harness.now) }

    @Test(arguments: [SliderMapping.Behaviour.rate, .hold, .spring, .step])
    func noKeyIsFasterOrGoesFarther(_ behaviour: SliderMapping.Behaviour) {
        var harness = DriveHarness(Self.arm, mapping(behaviour))
        harness.start(InputState())
        harness.input(.key(Code.w, down: true))
        harness.advance(.milliseconds(500))
        #expect(number(harness) == 50)
        harness.advance(.seconds(2))
        #expect(number(harness) == 80)
        harness.input(.key(Code.w, down: false))
        harness.advance(.seconds(3))
        harness.input(.key(Code.s, down: true))
        harness.input(.key(Code.s, down: false))
        harness.input(.key(Code.s, down: true))
        harness.advance(.seconds(3))
        #expect(number(harness) == -50)
        // No frame is more than a hundredth of a second's way from the one before, and a rounding.
        let numbers = harness.sent.map(\.command.value)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { abs($0 - $1) <= 2 })
    }

    @Test func aSpringGoesBackAtTheSlewRateOnceItIsLetGo() {
        var harness = DriveHarness(Self.arm, mapping(.spring))
        harness.start(InputState())
        harness.input(.key(Code.w, down: true))
        harness.advance(.seconds(2))
        harness.input(.key(Code.w, down: false))
        harness.advance(.milliseconds(560))
        #expect(number(harness) == 24)
        harness.advance(.seconds(1))
        #expect(number(harness) == 0 && harness.deadline == nil)
    }

    @Test func aPositionThatHasArrivedIsAtRest() {
        var harness = DriveHarness(Self.arm, mapping(.hold))
        harness.start(InputState())
        harness.input(.key(Code.w, down: true))
        harness.input(.key(Code.w, down: false))
        harness.advance(.seconds(3))
        harness.input(.key(Code.s, down: false))
        #expect(number(harness) == 80 && !harness.stateMachine.isPositionMoving)
    }

    @Test func aHaltStopsAPositionOnItsWay() {
        var harness = DriveHarness(Self.arm, mapping(.hold))
        harness.start(InputState())
        harness.input(.key(Code.w, down: true))
        harness.advance(.milliseconds(300))
        harness.step(.operator(.stop))
        _ = harness.takeTexts()
        harness.advance(.seconds(2))
        #expect(number(harness) == 30 && harness.takeTexts() == [])
    }

    @Test func aReplayIsLimitedToo() {
        var harness = DriveHarness(Self.arm, mapping(.rate), isPlayed: true)
        harness.start(InputState())
        harness.step(.played(PerChannel([100, nil])))
        harness.advance(.milliseconds(400))
        #expect(harness.sent.last?.command.value == 40)
        harness.advance(.seconds(2))
        #expect(harness.sent.last?.command.value == 80)
    }

    /// The operator may have said that the arm stands outside of its travel.
    @Test func aPositionOutsideOfItsTravelComesBackWithoutAJump() {
        var position = HeldPosition(0.9, .init(travel: -0.5...0.5))
        position.move(-0.1, at: 1_000_000)
        #expect(position.value(at: 1_000_000) == 0.9)
        #expect(abs(position.value(at: 2_000_000) - 0.8) < 1e-9)
        position.move(0.1, at: 2_000_000)
        #expect(abs(position.value(at: 9_000_000) - 0.8) < 1e-9)
        position.go(to: -1, at: 9_000_000)
        #expect(position.value(at: 9_000_000) == -0.5)
    }

    /// Where zero is not in the middle the rate is right on the longer side, and never exceeded on the other.
    @Test func theRateIsNeverExceededOnTheShorterSide() {
        let profile = ChannelProfile(
            "a", mode: .position, range: ValueRange(low: 0, high: 180, zero: 60), limits: .init(slew: 60),
            frames: .init(.text("#")))
        #expect(profile.positionLimits.slew == 0.5)
    }
}
