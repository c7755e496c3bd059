import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// A MeArm whose hand is moved by keys and a stick, through the state machine.
@Suite struct HandDriveTests {
    private static let interval = TimeSpan.milliseconds(20)

    /// Base, shoulder and elbow in tenths of a degree, and a claw.
    private func arm(slew: Double? = nil, start: Int32 = 1_000) throws -> Arm {
        var arm = try #require(try HandNumbers().arms["mearm"])
        arm.pacing = Pacing(interval: Self.interval)
        arm.profiles = PerChannel(
            ["base", "shoulder", "elbow", "claw"].map { name in
                ChannelProfile(
                    name, mode: .position, range: ValueRange(low: 0, high: 1_800, zero: 900, decimals: 1),
                    start: name == "base" ? 900 : start, limits: .init(travel: 100...1_700, slew: slew),
                    frames: .init(.text("\(name)#;")))
            })
        let whole = try #require(arm.pose).joints
        arm.pose?.joints = whole.map { joint in
            guard case .position(let channel, let zero, let unit) = joint.motion else { return joint }
            return .init(joint.kind, joint.axis, .position(channel, zero: zero * 10, unit: unit))
        }
        return arm
    }

    /// A stick turns and reaches, W and S lift, and another profile has the elbow under W and S.
    private let mapping = Mapping(
        name: "hand", match: InputMatch(),
        controls: [
            ControlMapping(
                "hand",
                .joystick(
                    .init(.axes(x: AxisSource(Code.x), y: AxisSource(Code.y))), x: .hand(.turn, rate: 40),
                    y: .hand(.reach, rate: 50))),
            ControlMapping(
                "lift", .slider(.init(.keys(forward: [Code.w], backward: [Code.s])), .hand(.height, rate: 50))),
            ControlMapping("elbow", .slider(.init(.keys(forward: [Code.w], backward: [Code.s])), .name("elbow"))),
        ],
        profiles: [.init("space", [Control(0), Control(1)]), .init("joints", [Control(2)])],
        keys: OperatorKeys(
            stop: [Code.space], resume: [Code.enter], precise: [Code.tl], factor: 0.5, profile: [Code.select]))

    private static let rest = InputState(
        axes: [Code.x, Code.y].map { AxisState($0, minimum: -1_000, maximum: 1_000, value: 0) })

    private func harness(_ arm: Arm) -> DriveHarness {
        var harness = DriveHarness(arm, mapping)
        harness.start(Self.rest)
        return harness
    }

    private func numbers(_ harness: DriveHarness) -> [Int32] {
        harness.stateMachine.arm.channels.map { harness.stateMachine.number($0, at: harness.now) }
    }

    private func point(_ harness: DriveHarness) throws -> SIMD3<Double> {
        let chain = try #require(HandChain(harness.stateMachine.arm))
        return chain.place(at: HandNumbers.vector(numbers(harness).map(Double.init))).point
    }

    @Test func aStickReachesAlongAStraightLine() throws {
        var harness = harness(try arm())
        let start = try point(harness)
        harness.input(.axis(Code.y, -600))
        for _ in 0..<50 {
            harness.advance(Self.interval)
            let way = try point(harness) - start
            // A tenth of a degree is at most 0.4 mm for each of two joints.
            #expect(abs(way.z) < 0.4 && way.y == 0)
        }
        let way = try point(harness) - start
        #expect(abs(way.x + 50 * 0.6 * 1.02) < 1.2)
        #expect(numbers(harness)[3] == 1_000)
    }

    /// As a stick's: half a pixel beside the axis does not turn the base.
    @Test func aFingersWaySnapsToAnAxis() throws {
        var snapping = mapping
        guard case .joystick(var stick, let x, let y) = snapping.controls[0].kind else { return }
        stick.snap = 8
        snapping.controls[0] = ControlMapping("hand", .joystick(stick, x: x, y: y))
        var harness = DriveHarness(try arm(), snapping)
        harness.start(Self.rest)
        harness.step(.finger(.there))
        for x: Int32 in [8, 100] {
            harness.step(.finger(.moved(Control(0), x: x, y: 822)))
            harness.advance(.milliseconds(500))
        }
        #expect(numbers(harness)[0] == 900)
        harness.step(.finger(.moved(Control(0), x: 400, y: 822)))
        harness.advance(.milliseconds(500))
        #expect(numbers(harness)[0] > 900)
    }

    @Test func aJointAtItsEndIsNoticedOnceAndItsReturnToo() throws {
        var harness = harness(try arm())
        func ended() -> [Channel] { harness.stateMachine.jointsAtEnd }
        harness.input(.axis(Code.x, -1_000))
        harness.advance(.seconds(1))
        #expect(ended() == [] && !harness.takeNotices().contains(.joints))
        harness.advance(.seconds(2))
        #expect(ended() == [Channel(0)] && harness.takeNotices().contains(.joints))
        harness.advance(.seconds(2))
        #expect(ended() == [Channel(0)] && !harness.takeNotices().contains(.joints))
        harness.input(.axis(Code.x, 0))
        harness.advance(.milliseconds(100))
        #expect(ended() == [] && harness.takeNotices().contains(.joints))
    }

    @Test func aDrawingShowsWhereTheHandIsAskedToGoAndWhichJointIsAtItsEnd() throws {
        var harness = harness(try arm())
        func shown() throws -> ArmShown {
            let pose = try #require(CommandedPose(harness.stateMachine.arm))
            var shown = ArmShown(commanded: pose.chain(at: harness.now), reach: 0.2)
            shown.show(harness.stateMachine)
            return shown
        }
        #expect(try shown().way == nil && shown().ended.isEmpty)
        harness.input(.axis(Code.y, -600))
        harness.advance(.milliseconds(100))
        let way = try #require(try shown().way)
        #expect(abs(way.x + 0.03) < 1e-9 && abs(way.y) < 1e-9 && way.z == 0)
        harness.input(.axis(Code.x, -1_000), .axis(Code.y, 0))
        harness.advance(.seconds(4))
        // The base turns about the upright axis.
        let ended = try shown().ended
        #expect(ended.count == 1 && ended.allSatisfy { $0.x == 0 && $0.y == 0 }, "\(ended)")
        harness.input(.axis(Code.x, 0))
        harness.advance(.milliseconds(100))
        #expect(try shown().way == nil && shown().ended.isEmpty)
    }

    @Test func aHandThatIsHeldStillForAnHourStaysAndSendsNothing() throws {
        var harness = harness(try arm())
        harness.input(.axis(Code.x, 500), .axis(Code.y, 300))
        harness.advance(.milliseconds(330))
        harness.input(.axis(Code.x, 0), .axis(Code.y, 0))
        harness.advance(.seconds(1))
        let before = numbers(harness)
        _ = harness.takeTexts()
        harness.advance(.seconds(3_600))
        #expect(numbers(harness) == before && harness.sent.isEmpty)
        #expect(harness.stateMachine.handShare == nil)
    }

    @Test func overAndBackManyTimesIsNoCreep() throws {
        var harness = harness(try arm())
        let start = try point(harness)
        for _ in 0..<500 {
            harness.input(.axis(Code.y, -400))
            harness.advance(.milliseconds(200))
            harness.input(.axis(Code.y, 400))
            harness.advance(.milliseconds(200))
        }
        let way = try point(harness) - start
        #expect(abs(way.x) < 2 && abs(way.z) < 2)
    }

    @Test func limitsHoldAtTheEndOfTheReach() throws {
        let slew = 600.0
        var harness = harness(try arm(slew: slew)), before = numbers(harness), least = 1.0, ended: Set<Channel> = []
        for step in 0..<2_000 {
            harness.input(
                .axis(Code.x, step / 300 % 2 == 0 ? 1_000 : -1_000), .axis(Code.y, step < 1_000 ? 1_000 : -900))
            harness.advance(Self.interval)
            let after = numbers(harness)
            // The first way begins at once, and the second an interval later.
            let most = Int32(slew * 0.02) * (step == 0 ? 2 : 1) + 1
            for (one, other) in zip(before, after) {
                #expect((100...1_700).contains(other) && abs(one - other) <= most, "\(step)")
            }
            before = after
            least = min(least, harness.stateMachine.handShare ?? 1)
            ended.formUnion(harness.stateMachine.jointsAtEnd)
        }
        #expect(least < 0.5 && ended.contains(Channel(0)))
    }

    @Test func aStopReturnsToWhatWasWritten() throws {
        var harness = harness(try arm())
        harness.input(.axis(Code.y, -1_000))
        harness.advance(.milliseconds(250))
        harness.input(.key(Code.space, down: true), .key(Code.space, down: false))
        let written = harness.stateMachine.allWritten.list
        #expect(numbers(harness) == written)
        harness.advance(.seconds(2))
        #expect(numbers(harness) == written)
        // Released, resumed and deflected again it goes on from there.
        harness.input(.axis(Code.y, 0))
        harness.input(.key(Code.enter, down: true), .key(Code.enter, down: false))
        harness.advance(.milliseconds(500))
        let before = try point(harness)
        harness.input(.axis(Code.y, -1_000))
        harness.advance(.milliseconds(1))
        let way = try point(harness) - before
        #expect((way * way).sum().squareRoot() < 2)
    }

    /// What a full link holds back does not come as one jump once it flows.
    @Test func aLinkThatTakesNoMotionMovesNoNumbers() throws {
        var harness = harness(try arm())
        harness.input(.axis(Code.y, -500))
        harness.advance(.milliseconds(250))
        harness.step(.link(.windowFull))
        let before = numbers(harness), start = try point(harness)
        harness.advance(.seconds(1))
        #expect(numbers(harness) == before && harness.stateMachine.handShare == nil)
        harness.step(.link(.flowing))
        let way = try point(harness) - start
        #expect((way * way).sum().squareRoot() < 2)
        harness.advance(.milliseconds(500))
        #expect(abs(start.x - (try point(harness).x) - 13) < 1.5 && harness.stateMachine.handShare != nil)
    }

    @Test func precisionSlowsTheHandAndAProfileChangesAtRestAlone() throws {
        var harness = harness(try arm())
        harness.input(.key(Code.tl, down: true))
        let start = try point(harness)
        harness.input(.key(Code.w, down: true))
        harness.advance(.seconds(1))
        #expect(abs(try point(harness).z - start.z - 25) < 1.5)
        harness.input(.key(Code.select, down: true), .key(Code.select, down: false))
        #expect(harness.stateMachine.profile?.name == "space")
        harness.input(.key(Code.w, down: false), .key(Code.tl, down: false))
        harness.advance(.seconds(1))
        harness.input(.key(Code.select, down: true), .key(Code.select, down: false))
        #expect(harness.stateMachine.profile?.name == "joints")
        harness.advance(.seconds(1))
        let before = numbers(harness)
        harness.input(.key(Code.w, down: true))
        harness.advance(.milliseconds(500))
        let after = numbers(harness)
        #expect(after[2] > before[2] && after[0] == before[0] && after[1] == before[1])
    }

    @Test func theSameEventsSendTheSameBytes() throws {
        var harness = harness(try arm(slew: 900))
        for (x, y) in [(400, -900), (-1_000, 1_000), (0, 300), (0, 0), (700, 700)] {
            harness.input(.axis(Code.x, Int32(x)), .axis(Code.y, Int32(y)))
            harness.advance(.milliseconds(370))
        }
        var again = DriveHarness(try arm(slew: 900), mapping)
        let steps = harness.steps
        for (event, time) in steps {
            while again.now < time { again.advance(time - again.now) }
            if event != .deadline { again.step(event) }
        }
        let frames = again.takeTexts()
        #expect(frames.count > 50 && frames == harness.takeTexts())
    }
}
