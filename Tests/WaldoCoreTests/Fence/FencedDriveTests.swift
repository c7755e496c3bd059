import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// A drive behind a fence: whatever is asked for, no frame's way enters it.
@Suite struct FencedDriveTests {
    private static let base = Channel(0), elbow = Channel(2), wrist = Channel(3)
    private static let keys = FencedArm.keys

    private static func mapping(_ behaviour: SliderMapping.Behaviour) -> Mapping { FencedArm.mapping(behaviour) }

    /// A level arm over a table that its elbow reaches at 71 degrees: at 70 its hand is 19 mm above zero.
    private static func level(
        slew: Double? = 60, park: ArmPark? = nil, _ behaviour: SliderMapping.Behaviour = .rate, isPlayed: Bool = false
    ) -> DriveHarness {
        let arm = FencedArm.arm([FencedArm.table], at: [90, 0, 90, 90], slew: slew, park: park)
        var harness = DriveHarness(arm, mapping(behaviour), isPlayed: isPlayed)
        harness.start(InputState())
        return harness
    }

    private static func held(_ harness: DriveHarness, _ channel: Channel) -> String? {
        harness.stateMachine.heldFence(of: channel)?.name
    }

    // MARK: any drive

    @Test(arguments: 1...UInt64(12)) func noFramesWayEntersTheFence(seed: UInt64) {
        let isCombined = seed % 2 == 0
        let arm = FencedArm.arm(FencedArm.all, slew: seed % 3 == 0 ? nil : 90, isCombined: isCombined)
        let behaviours: [SliderMapping.Behaviour] = [.rate, .hold, .spring, .step]
        let behaviour = behaviours[Int(seed / 2 % 4)], mapping = Self.mapping(behaviour)
        var random = SeededGenerator(seed), harness = DriveHarness(arm, mapping)
        harness.start(InputState())
        for _ in 0..<200 {
            harness.advance(.milliseconds(.random(in: 0...250, using: &random)))
            switch Int.random(in: 0..<60, using: &random) {
            case 0:
                harness.step(.operator(.stop))
                harness.step(.inputResynced(InputState()))
                harness.step(.operator(.resume))
            case 1:
                harness.step(.link(.down))
                harness.advance(.milliseconds(50))
                harness.step(.link(.up(takenOver: false)))
            case 2: harness.step(.inputResynced(InputState()))
            default:
                let pair = Self.keys.randomElement(using: &random) ?? (Code.w, Code.s)
                let key = Bool.random(using: &random) ? pair.up : pair.down
                harness.input(.key(key, down: Int.random(in: 0..<3, using: &random) == 0))
            }
        }
        var numbers = arm.startValues
        for sent in harness.sent {
            let before = numbers
            if isCombined {
                numbers = PerChannel(sent.command.frame.bytes.map { Int32($0) })
            } else {
                numbers[sent.command.channel] = sent.command.value
            }
            let deepest = FencedArm.depths(before, numbers, of: arm, parts: 16).max() ?? 1
            #expect(deepest <= Fence.tolerance + 1e-12, "\(before.list) to \(numbers.list) at \(sent.at): \(deepest) m")
        }
        #expect(harness.sent.count > 10)
        // Single steps need not come as far.
        if behaviour != .step { #expect(harness.notices.contains(.fence)) }
        #expect(Self.commands(of: harness, arm, mapping) == harness.sent.map(\.command), "it replays")
    }

    /// What a new state machine does with the steps of a drive.
    private static func commands(of harness: DriveHarness, _ arm: Arm, _ mapping: Mapping) -> [Command] {
        var again = DriveStateMachine(arm: arm, mapping: mapping)
        return harness.steps.compactMap { event, time in again.step(event, at: time).command }
    }

    // MARK: controls

    @Test func aJointThatIsHeldHasANameAndLetsTheOthersGoOn() {
        var harness = Self.level()
        harness.input(.key(Code.right, down: true))
        harness.advance(.seconds(2))
        #expect(harness.stateMachine.written(Self.elbow) == 71)
        #expect(Self.held(harness, Self.elbow) == "table" && Self.held(harness, Self.base) == nil)
        #expect(harness.takeNotices().contains(.fence))
        harness.input(.key(Code.w, down: true))
        harness.advance(.seconds(1))
        harness.input(.key(Code.w, down: false))
        #expect(harness.stateMachine.written(Self.base) > 120 && harness.stateMachine.written(Self.elbow) == 71)
        // Where the hand is raised the elbow goes on, from where it is.
        harness.input(.key(Code.tl, down: true))
        harness.advance(.seconds(1))
        let numbers = harness.sent.filter { $0.command.channel == Self.elbow }.map(\.command.value)
        #expect(numbers.last.map { $0 < 71 } == true)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { abs($0 - $1) <= 3 })
        harness.input(.key(Code.right, down: false))
        harness.advance(.milliseconds(100))
        #expect(Self.held(harness, Self.elbow) == nil && harness.takeNotices().contains(.fence))
    }

    /// Nothing winds up behind the fence: the way back begins at once.
    @Test func aJointComesBackFromTheFenceAtOnce() {
        var harness = Self.level()
        harness.input(.key(Code.right, down: true))
        harness.advance(.seconds(3))
        harness.input(.key(Code.right, down: false))
        harness.input(.key(Code.left, down: true))
        harness.advance(.milliseconds(100))
        #expect((73...78).contains(harness.stateMachine.written(Self.elbow)))
    }

    /// From a millimetre inside of a box of ten: out by the near face, and not through it.
    @Test(arguments: [false, true]) func aStartInsideIsNotLetThrough(isNear: Bool) throws {
        let open = FencedArm.arm([FencedArm.table]), from = open.startValues
        var to = from
        to[Self.elbow] = 120
        let hand = FencedArm.hand(from, of: open)
        let isForward = FencedArm.hand(to, of: open).x > hand.x
        let (low, high) = isForward == isNear ? (0.009, 0.001) : (0.001, 0.009)
        let box = ArmFence.Shape.box(
            ArmPoint(x: hand.x - low, y: hand.y - 0.02, z: hand.z - 0.02),
            ArmPoint(x: hand.x + high, y: hand.y + 0.02, z: hand.z + 0.02))
        let fence = try #require(Fence(FencedArm.arm([.init("box", box)])))
        #expect((fence.region(from: from, to: to) == nil) == isNear)
    }

    @Test func aJumpIsShortened() {
        var harness = Self.level(slew: nil, .hold)
        harness.input(.key(Code.right, down: true))
        harness.advance(.seconds(1))
        #expect(harness.sent.map(\.command.value) == [71])
    }

    /// A joint without a slew rate jumps where its control sends it, but not from the fence.
    @Test(arguments: [SliderMapping.Behaviour.hold, .spring]) func aJointThatTheFenceLetsGoKeepsItsControlsSpeed(
        behaviour: SliderMapping.Behaviour
    ) {
        var harness = Self.level(slew: nil, behaviour)
        harness.input(.key(Code.right, down: true))
        harness.advance(.milliseconds(500))
        #expect(harness.stateMachine.written(Self.elbow) == 71)
        // The raised arm has room below.
        harness.input(.key(Code.up, down: true))
        let freed = harness.now
        harness.advance(.milliseconds(50))
        harness.input(.key(Code.w, down: true))
        harness.advance(.milliseconds(900))
        let moves = harness.sent.filter { $0.command.channel == Self.elbow && $0.at >= freed }
        #expect(moves.last?.command.value == 0 && Self.held(harness, Self.elbow) == nil)
        var before = (number: Int32(71), at: freed)
        for move in moves {
            let most = 90 * Double((move.at - before.at).microseconds) / 1_000_000 + 1.5
            #expect(Double(before.number - move.command.value) <= most, "\(move)")
            before = (move.command.value, move.at)
        }
        // Once it is there it jumps as before.
        harness.input(.key(Code.right, down: false))
        harness.input(.key(Code.left, down: true))
        harness.advance(.milliseconds(100))
        #expect(harness.stateMachine.written(Self.elbow) > 100)
    }

    @Test func whatTheFencePutsBackDoesNotMove() {
        var harness = Self.level(.hold)
        harness.input(.key(Code.right, down: true))
        harness.advance(.milliseconds(100))
        #expect(harness.takeNotices().contains(.moving) && harness.stateMachine.moves)
        harness.advance(.seconds(1))
        #expect(harness.takeNotices().contains(.moving))
        #expect(!harness.stateMachine.isPositionMoving && !harness.stateMachine.moves)
    }

    @Test func anActionWhosePositionsAreBehindTheFenceIsNotSent() {
        for (elbow, isSent) in [(Int32(60), false), (80, true)] {
            var arm = FencedArm.arm([FencedArm.table], at: [90, 0, 90, 90])
            let home = ChannelProfile(
                action: "home", frame: .text("H;"), release: .text("X;"), busy: .seconds(1),
                sets: [.init(Self.elbow, elbow)])
            arm.profiles = PerChannel(arm.profiles.list + [home])
            var harness = DriveHarness(arm, Self.mapping(.rate))
            harness.start(InputState())
            _ = harness.takeTexts()
            harness.input(.key(Code.south, down: true))
            harness.advance(.seconds(2))
            #expect(harness.sent.contains { $0.command.value == 1 } == isSent)
            #expect(Self.held(harness, Channel(4)) == (isSent ? nil : "table"))
        }
    }

    // MARK: what is played or parked

    @Test func aNumberThatIsPlayedIsShortened() {
        var harness = Self.level(isPlayed: true)
        harness.step(.played(.only(Self.elbow, 0)))
        harness.advance(.seconds(3))
        #expect(harness.stateMachine.written(Self.elbow) == 71 && Self.held(harness, Self.elbow) == "table")
    }

    @Test func aRecordedFrameBehindTheFenceEndsTheReplay() {
        var harness = Self.level(slew: nil, isPlayed: true)
        harness.step(.replayed(PlayedMotion(.only(Self.elbow, 71), lateness: .zero)))
        harness.advance(.milliseconds(100))
        #expect(harness.stateMachine.written(Self.elbow) == 71 && harness.stateMachine.playbackEnd == nil)
        harness.step(.replayed(PlayedMotion(.only(Self.elbow, 70), lateness: .zero)))
        #expect(harness.stateMachine.lastHalt == .limit)
        #expect(harness.stateMachine.playbackEnd == .limit(Self.elbow, 70, .fence(0)))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.written(Self.elbow) == 71)
    }

    @Test func parkingDoesNotPassTheFence() {
        var harness = Self.level(park: ArmPark([.init(Self.elbow, 50)], within: .seconds(2)))
        harness.input(.key(Code.right, down: true))
        harness.advance(.milliseconds(200))
        harness.input(.key(Code.right, down: false))
        harness.advance(.milliseconds(400))
        harness.step(.operator(.park))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.parkingPhase == .moving && Self.held(harness, Self.elbow) == "table")
        harness.advance(.seconds(2))
        #expect(harness.stateMachine.lastHalt == .overdue && harness.stateMachine.written(Self.elbow) == 71)
    }
}
