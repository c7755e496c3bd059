import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// An action that is let go early leaves the arm somewhere on its way: the fence holds from all of it.
@Suite struct CutActionTests {
    private static let base = Channel(0), shoulder = Channel(1), elbow = Channel(2), raise = Channel(4)
    private static let busy = TimeSpan.seconds(1)
    /// The arm is level at first, and the box is to its side: a raised arm turns over it.
    private static let low: [Int32] = [90, 0, 90, 90]
    private static let side = ArmFence.Region(
        "side", .box(ArmPoint(x: 0.05, y: -0.4, z: 0.03), ArmPoint(x: 0.4, y: -0.05, z: 0.12)))

    /// - Parameter sets: what the action `raise` sets.
    private static func arm(
        _ regions: [ArmFence.Region], at start: [Int32] = low, sets: [(Channel, Int32)], isCombined: Bool = false,
        slew: Double? = 90
    ) -> Arm {
        var arm = FencedArm.arm(regions, at: start, slew: slew, isCombined: isCombined)
        let action = ChannelProfile(
            action: "home", frame: .text("H;"), release: .text("X;"), busy: busy,
            sets: sets.map { .init($0.0, $0.1) })
        arm.profiles = PerChannel(arm.profiles.list + [action])
        return arm
    }

    private static func mapping(_ behaviour: SliderMapping.Behaviour = .rate) -> Mapping {
        FencedArm.mapping(behaviour)
    }

    private static func started(_ arm: Arm) -> DriveHarness {
        var harness = DriveHarness(arm, mapping())
        harness.start(InputState())
        return harness
    }

    private static func press(_ key: UInt16, for span: TimeSpan, in harness: inout DriveHarness) {
        harness.input(.key(key, down: true))
        harness.advance(span)
        harness.input(.key(key, down: false))
        harness.advance(.milliseconds(100))
    }

    @Test(arguments: [false, true]) func aRaisedArmTurnsAboveABoxAndOneOnItsWayDoesNot(isCut: Bool) {
        var harness = Self.started(Self.arm([Self.side], sets: [(Self.shoulder, 90)]))
        Self.press(Code.south, for: isCut ? .milliseconds(300) : Self.busy, in: &harness)
        #expect(harness.stateMachine.isAssumed(Self.shoulder) == isCut)
        harness.input(.key(Code.s, down: true))
        harness.advance(.seconds(2))
        let base = harness.stateMachine.written(Self.base)
        #expect(isCut ? base > 60 : base == 0, "\(base)")
        #expect((harness.stateMachine.heldFence(of: Self.base) != nil) == isCut)
    }

    /// What is commanded once more is known: the arm goes on from there.
    @Test func aJointThatWasCommandedIsKnownAgain() {
        var harness = Self.started(Self.arm([Self.side], sets: [(Self.shoulder, 90)]))
        Self.press(Code.south, for: .milliseconds(300), in: &harness)
        Self.press(Code.down, for: .milliseconds(200), in: &harness)
        #expect(!harness.stateMachine.isAssumed(Self.shoulder) && harness.stateMachine.written(Self.shoulder) > 60)
        harness.input(.key(Code.s, down: true))
        harness.advance(.seconds(2))
        #expect(harness.stateMachine.written(Self.base) == 0)
    }

    /// Only the action itself can be sent from a place that is not known, because it leads along the same way.
    @Test func anActionThatWasCutShortCanBeFinishedAndNoOtherBegun() {
        var arm = Self.arm([Self.side], sets: [(Self.shoulder, 90)])
        let other = ChannelProfile(
            action: "other", frame: .text("O;"), release: .text("P;"), busy: Self.busy, sets: [.init(Self.elbow, 100)])
        arm.profiles = PerChannel(arm.profiles.list + [other])
        var mapping = Self.mapping()
        mapping.controls.append(ControlMapping("other", .button([Code.east])))
        var harness = DriveHarness(arm, mapping)
        harness.start(InputState())
        Self.press(Code.south, for: .milliseconds(300), in: &harness)
        _ = harness.takeTexts()
        Self.press(Code.east, for: .milliseconds(300), in: &harness)
        #expect(!harness.sent.contains { $0.command.channel == Channel(5) && $0.command.value == 1 })
        Self.press(Code.south, for: Self.busy, in: &harness)
        #expect(!harness.stateMachine.isAssumed(Self.shoulder))
        Self.press(Code.east, for: Self.busy, in: &harness)
        #expect(harness.sent.contains { $0.command.channel == Channel(5) && $0.command.value == 1 })
    }

    /// The elbow's last frame now says where the action would have brought it, with the shoulder still low.
    @Test(arguments: [false, true]) func aKeepAliveDoesNotPassTheFence(isCut: Bool) {
        var arm = Self.arm([FencedArm.table], sets: [(Self.shoulder, 90), (Self.elbow, 60)])
        arm.keepAlive = .milliseconds(400)
        var harness = Self.started(arm)
        Self.press(Code.left, for: .milliseconds(60), in: &harness)
        Self.press(Code.south, for: isCut ? .milliseconds(100) : Self.busy, in: &harness)
        _ = harness.takeTexts()
        harness.advance(.seconds(3))
        #expect(harness.sent.contains { $0.command.channel == Self.elbow } == !isCut)
        #expect((harness.stateMachine.heldFence(of: Self.elbow)?.name == "table") == isCut)
    }

    @Test func fromNoPlaceOnTheWayAFrameEntersTheFence() {
        // Which keys are pressed is chance, and so is how often an action is cut short.
        #expect((1...12).count { cuts(seed: $0) > 0 } >= 8)
    }

    /// How many actions were cut short in a drive of this seed.
    private func cuts(seed: UInt64) -> Int {
        let isCombined = seed % 2 == 0
        let arm = Self.arm(
            [FencedArm.table, Self.side, FencedArm.reach], sets: [(Self.shoulder, 100), (Self.elbow, 80)],
            isCombined: isCombined, slew: seed % 3 == 0 ? nil : 90)
        var random = SeededGenerator(seed)
        var harness = DriveHarness(arm, Self.mapping([.rate, .hold][Int(seed / 2 % 2)]))
        harness.start(InputState())
        for _ in 0..<150 {
            harness.advance(.milliseconds(.random(in: 0...250, using: &random)))
            let pair = FencedArm.keys.randomElement(using: &random) ?? (Code.w, Code.s)
            let isAction = Int.random(in: 0..<4, using: &random) == 0
            let key = isAction ? Code.south : Bool.random(using: &random) ? pair.up : pair.down
            harness.input(.key(key, down: Int.random(in: 0..<(isAction ? 2 : 3), using: &random) == 0))
        }
        return check(harness.sent, of: arm, isCombined: isCombined)
    }

    /// Follows an arm that may be at any of nine places, one after the other on the way of an action.
    /// - Returns: how many actions were cut short.
    private func check(_ sent: [DriveHarness.Sent], of arm: Arm, isCombined: Bool) -> Int {
        var places = [PerChannel<Double>](repeating: arm.startValues.map(Double.init), count: 9)
        var begun: (at: Instant, from: [PerChannel<Double>])?
        var cuts = 0
        func go(_ sent: DriveHarness.Sent, _ change: (inout PerChannel<Double>) -> Void) {
            for index in places.indices {
                let before = places[index]
                change(&places[index])
                let deepest = FencedArm.depths(before, places[index], of: arm, parts: 16).max() ?? 1
                #expect(deepest <= Fence.tolerance + 1e-12, "\(sent.text) at \(sent.at): \(deepest) m")
            }
        }
        for sent in sent {
            let command = sent.command
            if command.channel != Self.raise {
                go(sent) { numbers in
                    guard isCombined else { return numbers[command.channel] = Double(command.value) }
                    for (channel, byte) in zip(arm.channels, command.frame.bytes) { numbers[channel] = Double(byte) }
                }
            } else if command.value == 1 {
                begun = (sent.at, places)
                let sets = arm.profiles[Self.raise].action?.sets ?? []
                go(sent) { numbers in for one in sets { numbers[one.channel] = Double(one.value) } }
            } else if let (at, from) = begun {
                begun = nil
                guard sent.at < at + Self.busy else { continue }
                cuts += 1
                for (index, before) in from.enumerated() {
                    let part = Double(index) / Double(from.count - 1), after = places[index]
                    for channel in arm.channels {
                        places[index][channel] = before[channel] + (after[channel] - before[channel]) * part
                    }
                }
            }
        }
        #expect(sent.count > 10)
        return cuts
    }
}
