import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// The first motion of a link starts from where the arm reports that it stands.
@Suite struct ReportedStartTests {
    private static let question = Frame([0x3f])!

    /// An arm with a velocity and two positions, which is asked for these.
    private var asked: Arm {
        var arm = Arm.follower
        arm.reports = ArmReports(
            positions: [.bytes(BytePattern([.byte(1), .byte(2), .number(.i16le, .zx), .number(.i16le, .zy)]))],
            ask: .init(Self.question, interval: .milliseconds(200)))
        return arm
    }

    /// The numbers of `zx` that were sent.
    private func moves(_ harness: DriveHarness) -> [Int32] {
        harness.sent.filter { $0.command.channel == .zx }.map(\.command.value)
    }

    private func report(_ zx: Int32, _ zy: Int32) -> DriveEvent { .reported(PerChannel(slider: nil, zx: zx, zy: zy)) }

    @Test func motionWaitsForTheReport() {
        var harness = DriveHarness.opened(asked)
        harness.advance(.seconds(1))
        #expect(harness.sentToSensor.count == 5 && harness.sentToSensor.allSatisfy { $0.bytes == [0x3f] })
        let gaps = zip(harness.sentToSensor, harness.sentToSensor.dropFirst()).map { $1.at - $0.at }
        #expect(gaps.allSatisfy { $0 == .milliseconds(200) })
        harness.input(.axis(Code.rx, 32_767))
        #expect(moves(harness).isEmpty && harness.stateMachine.gateState(.joystick) == .begin)
    }

    @Test func itStartsFromThere() throws {
        var harness = DriveHarness.opened(asked)
        let range = asked.profiles[.zx].range
        let there = range.high - (range.high - range.zero) / 4
        harness.step(report(there, range.zero))
        #expect(harness.stateMachine.allWritten[.zx] == there)
        harness.advance(.milliseconds(400))
        #expect(moves(harness).isEmpty)
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.milliseconds(60))
        let first = try #require(moves(harness).first)
        #expect((there...there + 10).contains(first))
    }

    /// Only one of two positions was reported: nothing moves yet.
    @Test func allThatIsAskedForHasToCome() {
        var harness = DriveHarness.opened(asked)
        harness.step(.reported(.only(.zx, 3)))
        harness.advance(.milliseconds(400))
        #expect(harness.stateMachine.isBeginning)
        harness.step(.reported(.only(.zy, 4)))
        #expect(!harness.stateMachine.isBeginning)
    }

    /// What a later report says is shown, and moves nothing; on the next link it counts again.
    @Test func itCountsOnceALink() {
        var harness = DriveHarness.opened(asked)
        harness.step(report(3, 4))
        #expect(!harness.stateMachine.adopts(PerChannel(slider: nil, zx: 8, zy: 9)))
        harness.step(report(8, 9))
        #expect(harness.stateMachine.allWritten[.zx] == 3 && harness.stateMachine.allWritten[.zy] == 4)
        harness.step(.link(.down))
        harness.step(.link(.up(takenOver: false)))
        harness.step(report(8, 9))
        #expect(harness.stateMachine.allWritten[.zx] == 8)
    }

    /// A servo bus that falls silent in mid-drive: the next motion starts from where it is when it reports again.
    @Test func motionWaitsForAnArmThatStopsReporting() {
        var harness = DriveHarness.opened(asked)
        harness.step(report(3, 4))
        harness.advance(.milliseconds(400))
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.milliseconds(60))
        #expect(!moves(harness).isEmpty)
        harness.step(.unreported)
        #expect(harness.stateMachine.lastHalt == .unreported && harness.stateMachine.gateState(.joystick) == .begin)
        let before = moves(harness).count
        harness.input(.axis(Code.rx, 0))
        harness.advance(.seconds(1))
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.seconds(1))
        #expect(moves(harness).count == before)
        harness.step(report(-8, 9))
        #expect(harness.stateMachine.allWritten[.zx] == -8)
        harness.input(.axis(Code.rx, 0))
        harness.advance(.milliseconds(400))
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.milliseconds(40))
        #expect((-8...2).contains(moves(harness)[before]))
    }

    /// It may have lost its power: it is sent `begin` once more, and `end` when the drive ends.
    @Test func anArmThatStopsReportingIsSentBeginOnceMore() {
        var arm = asked
        arm.steps = LinkSteps(begin: [.send(Frame([1])!)], end: [.send(Frame([2])!)])
        var harness = DriveHarness.opened(arm)
        harness.step(report(3, 4))
        harness.advance(.milliseconds(400))
        harness.step(.unreported)
        harness.advance(.milliseconds(400))
        #expect(harness.sentToSensor.count { $0.bytes == [1] } == 2 && harness.stateMachine.isBeginning)
        harness.step(.shutdown)
        harness.advance(.seconds(1))
        #expect(harness.sentToSensor.count { $0.bytes == [2] } == 1)
    }

    /// Its operator agrees before a step that can move it.
    @Test func aBeginThatMovesWaitsForTheOperator() {
        var arm = asked
        arm.steps = LinkSteps(begin: [.send(Frame([1])!)], beginMoves: true)
        var harness = DriveHarness.opened(arm)
        harness.step(.operator(.resume))
        harness.advance(.milliseconds(400))
        harness.step(report(3, 4))
        harness.step(.unreported)
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.isStopped && harness.stateMachine.lastHalt == .unreported)
        #expect(harness.sentToSensor.count { $0.bytes == [1] } == 1)
    }

    /// An arm that is not asked owes no report.
    @Test func anArmThatIsNotAskedGoesOn() {
        var harness = DriveHarness.opened(Arm.follower)
        harness.step(.unreported)
        #expect(!harness.stateMachine.isBeginning && harness.stateMachine.lastHalt != .unreported)
    }

    /// An arm that reports by itself is not waited for, but believed until a position was sent.
    @Test func whatItReportsByItselfCountsUntilAPositionIsSent() {
        var spontaneous = asked
        spontaneous.reports.ask = nil
        var harness = DriveHarness.opened(spontaneous)
        #expect(!harness.stateMachine.isBeginning)
        harness.step(report(3, 4))
        #expect(harness.stateMachine.allWritten[.zx] == 3 && moves(harness).isEmpty)
        harness.advance(.milliseconds(400))
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.seconds(1))
        #expect(harness.stateMachine.allWritten[.zx] != 3)
        #expect(!harness.stateMachine.adopts(.only(.zx, 3)))
    }

    @Test func aPositionALittleBeyondTheRangeIsItsEnd() {
        var harness = DriveHarness.opened(asked)
        harness.step(report(104, -104))
        #expect(harness.stateMachine.allWritten[.zx] == 100 && harness.stateMachine.allWritten[.zy] == -100)
        #expect(!harness.stateMachine.isBeginning)
    }

    /// A servo in multi-turn mode reports 32,868 for -100: the first motion would be a turn.
    @Test func aPositionFarBeyondTheRangeMovesNothing() {
        var harness = DriveHarness.opened(asked)
        let far = report(105, 0)
        guard case .reported(let numbers) = far else { return }
        #expect(harness.stateMachine.awaitedBeyond(numbers) == [.zx])
        harness.step(far)
        #expect(harness.stateMachine.isBeginning && harness.stateMachine.allWritten[.zx] == 0)
        harness.step(report(90, 0))
        #expect(!harness.stateMachine.isBeginning && harness.stateMachine.awaitedBeyond(numbers).isEmpty)
    }
}
