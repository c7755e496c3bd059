import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// Parking moves to where the arm rests, ends the drive there, and is halted by whatever the operator does.
@Suite struct ParkingTests {
    private static let arm = Arm(
        name: "arm", link: Arm.robot.link, pacing: Pacing(interval: .milliseconds(10)),
        profiles: PerChannel([
            ChannelProfile(
                "a", mode: .position, range: ValueRange(low: -100, high: 100),
                limits: .init(travel: -50...80, slew: 100), frames: .init(.text("a#;")))
        ]), park: ArmPark([.init(Channel(0), -40)], within: .seconds(2)))

    private static let mapping = Mapping(
        name: "keys", match: InputMatch(kind: .keyboard),
        controls: [
            ControlMapping(
                "a",
                .slider(.init(.keys(forward: [Code.w], backward: [Code.s]), behaviour: .hold, speed: 10), .name("a")))
        ], keys: OperatorKeys(stop: [Code.space], resume: [Code.enter]))

    /// A drive whose position is known: it was driven to the end of its travel.
    private static func driven(_ arm: Arm = arm, _ mapping: Mapping = mapping) -> DriveHarness {
        var harness = DriveHarness(arm, mapping)
        harness.start(InputState())
        harness.input(.key(Code.w, down: true))
        harness.input(.key(Code.w, down: false))
        harness.advance(.seconds(2))
        _ = harness.takeTexts()
        return harness
    }

    @Test func theArmGoesThereAtItsSlewRateAndIsParked() {
        var harness = Self.driven()
        harness.step(.operator(.park))
        #expect(harness.stateMachine.parkingPhase == .moving)
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.parkingPhase == .moving)
        harness.advance(.milliseconds(300))
        #expect(harness.stateMachine.parkingPhase == .parked)
        let numbers = harness.sent.map(\.command.value)
        #expect(numbers.last == -40 && zip(numbers, numbers.dropFirst()).allSatisfy { abs($0 - $1) <= 2 })
        harness.step(.shutdown)
        #expect(harness.stateMachine.parkingPhase == .parked, "the end of the drive takes nothing back")
    }

    @Test(arguments: [
        DriveEvent.operator(.stop), .halt(.alarm), .operator(.resume), .input(.key(Code.w, down: true)),
        .input(.key(Code.up, down: true)), .inputLost, .link(.down), .link(.stalled), .shutdown,
        .inputAdded(InputState()), .finger(.deflected(Control(0), 500)), .finger(.recentred(Control(0))),
        .finger(.lost), .finger(.gone),
    ])
    func anythingHaltsIt(_ event: DriveEvent) {
        var harness = Self.driven()
        harness.step(.operator(.park))
        harness.advance(.milliseconds(500))
        _ = harness.takeNotices()
        harness.step(event)
        #expect(harness.takeNotices().isSuperset(of: [.halt, .parking]))
        let number = harness.stateMachine.written(Channel(0))
        harness.advance(.seconds(3))
        #expect(harness.stateMachine.parkingPhase == .halted)
        #expect(harness.stateMachine.written(Channel(0)) == number && number > -40)
    }

    @Test func aPressOfAPadsKeyParksAndTheNextHaltsIt() {
        var mapping = Self.mapping
        mapping.keys.park = [Code.start]
        var harness = Self.driven(Self.arm, mapping)
        harness.input(.key(Code.start, down: true))
        harness.input(.key(Code.start, down: false))
        harness.advance(.milliseconds(500))
        #expect(harness.stateMachine.parkingPhase == .moving && !harness.sent.isEmpty)
        harness.input(.key(Code.start, down: true))
        #expect(harness.stateMachine.parkingPhase == .halted && harness.stateMachine.lastHalt == .touched)
    }

    @Test func aReplayDoesNotPark() {
        var harness = DriveHarness(Self.arm, Self.mapping, isPlayed: true)
        harness.start(InputState())
        harness.step(.operator(.park))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.parkingPhase == .played && harness.sent.isEmpty)
    }

    /// A replay that was played to a number, and is over.
    private static func played(_ arm: Arm = arm) -> DriveHarness {
        var harness = DriveHarness(arm, mapping, isPlayed: true)
        harness.start(InputState())
        harness.step(.played(.only(Channel(0), 50)))
        harness.advance(.seconds(1))
        _ = harness.takeTexts()
        return harness
    }

    @Test func aReplayThatIsOverParks() {
        var harness = Self.played()
        #expect(harness.stateMachine.written(Channel(0)) == 50)
        harness.step(.operator(.parkAtEnd))
        harness.advance(.milliseconds(800))
        #expect(harness.stateMachine.parkingPhase == .moving)
        harness.advance(.milliseconds(200))
        #expect(harness.stateMachine.parkingPhase == .parked && harness.sent.last?.command.value == -40)
    }

    /// The number that was played last is another one, and the arm does not go back to it.
    @Test func aReplayThatIsHaltedOnItsWayToRestStaysThere() {
        var harness = Self.played()
        harness.step(.operator(.parkAtEnd))
        harness.advance(.milliseconds(300))
        harness.step(.halt(.touched))
        let number = harness.stateMachine.written(Channel(0))
        harness.advance(.seconds(3))
        #expect(harness.stateMachine.parkingPhase == .halted)
        #expect(harness.stateMachine.written(Channel(0)) == number && (0..<50).contains(number))
    }

    /// What `end` sends may switch the torque off, and an arm that is not parked would fall.
    @Test(arguments: [true, false]) func endFollowsAnArmThatIsParked(isParked: Bool) {
        var arm = Self.arm
        arm.steps = LinkSteps(begin: [], beginMoves: false, end: [.send(Frame([0x12])!)])
        var harness = Self.played(arm)
        harness.step(.operator(.parkAtEnd))
        harness.advance(isParked ? .seconds(1) : .milliseconds(300))
        harness.step(.shutdown)
        harness.advance(.seconds(1))
        #expect(harness.sentToSensor.map(\.bytes) == (isParked ? [[0x12]] : []))
    }

    @Test(arguments: [
        DriveEvent.played(.only(Channel(0), 10)), .replayed(PlayedMotion(.only(Channel(0), 10), lateness: .zero)),
    ])
    func whatIsPlayedOnHaltsIt(_ event: DriveEvent) {
        var harness = Self.played()
        harness.step(.operator(.parkAtEnd))
        harness.advance(.milliseconds(300))
        harness.step(event)
        #expect(harness.stateMachine.parkingPhase == .halted && harness.stateMachine.lastHalt == .touched)
    }

    @Test func aPositionThatIsAssumedDoesNotMove() {
        var harness = DriveHarness(Self.arm, Self.mapping)
        harness.start(InputState())
        harness.step(.operator(.park))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.parkingPhase == .unknown && harness.sent.isEmpty)
    }

    /// An order that was given before a halt may arrive behind it.
    @Test func whatWasOrderedBeforeAHaltDoesNotMoveTheArm() {
        for (start, order) in [(Self.driven(), OperatorAction.park), (Self.played(), .parkAtEnd)] {
            var harness = start
            harness.step(.halt(.fault))
            harness.step(.operator(order))
            #expect(harness.stateMachine.parkingPhase == .refused)
            harness.advance(.seconds(1))
            harness.step(.operator(order))
            #expect(harness.stateMachine.parkingPhase == .moving)
        }
    }

    @Test func aStoppedDriveDoesNotPark() {
        var harness = Self.driven()
        harness.step(.operator(.stop))
        harness.step(.operator(.park))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.parkingPhase == .refused && harness.sent.isEmpty)
    }

    @Test func timeThatIsOverHaltsIt() {
        var arm = Self.arm
        arm.park?.limit = .milliseconds(500)
        var harness = Self.driven(arm)
        harness.step(.operator(.park))
        harness.advance(.seconds(2))
        #expect(harness.stateMachine.parkingPhase == .halted && harness.stateMachine.lastHalt == .overdue)
    }
}
