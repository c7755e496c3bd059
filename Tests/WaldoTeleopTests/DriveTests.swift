import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoTeleop

/// A link that records what it was given.
@LoopActor
final class RecordingLink: Link {
    var frames: [String] = []
    /// Those of the frames that no link may hold: zeros.
    var stops: [String] = []
    var outcome = WriteOutcome.written
    var hasLeft = true
    var isClosed = false
    /// What was sent of the failsafe frames without the drive.
    var sentFailsafe: ZeroCounts?
    /// How often each of the failsafe frames is pending, as the drive has set it.
    var pending = ZeroCounts()
    var failsafe: FailsafeFrames?
    /// What happens in the next write.
    var inWrite: (@LoopActor () -> Void)?

    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome {
        frames.append(String(decoding: frame.bytes, as: UTF8.self))
        if isZero { stops.append(frames.last!) } else { self.pending = pending }
        inWrite.take()?()
        return outcome
    }

    func setFailsafe(_ frames: FailsafeFrames) { failsafe = frames }

    func setPending(_ zeros: ZeroCounts) { pending = zeros }

    func acknowledgeFailsafe() -> ZeroCounts? {
        defer { sentFailsafe = nil }
        return sentFailsafe
    }

    func close() { isClosed = true }
}

/// A drive whose clock is an hour ahead, so that only the test moves it.
@LoopActor
final class HandDrive {
    let link = RecordingLink()
    private(set) var now = Monotonic.now() + .seconds(3_600)
    private(set) var drive: Drive!
    var suspended: TimeSpan = .zero
    var isContinued = false

    init(_ arm: Arm = .robot) {
        drive = Drive(
            DriveStateMachine(arm: arm, mapping: .pad()), link: link, clock: { [unowned self] in now },
            suspended: { [weak self] in self?.suspended ?? .zero },
            isContinued: { [weak self] in self?.isContinued == true })
        drive.handle(.link(.up(takenOver: false)))
        drive.handle(.inputAdded(.padAtRest))
        advance(.milliseconds(300))
    }

    func advance(_ span: TimeSpan) {
        let end = now + span
        while let deadline = drive.deadline, deadline <= end {
            now = max(now, deadline)
            drive.handle(.deadline)
        }
        now = end
    }

    func input(_ event: InputEvent) {
        drive.handle(.input(event), at: now)
        drive.handle(.input(.report(more: false)), at: now)
    }

    func sleep(_ span: TimeSpan) { now += span }
}

@Suite(.onLoop)
struct DriveTests {
    /// An idle drive has no deadline that a suspension could make late, and its loop may read the input before it reads
    /// signals.
    @LoopActor @Test func whatWaitedWhileAnIdleProcessWasStoppedMovesNothing() {
        let hands = HandDrive()
        hands.sleep(.seconds(2))
        hands.isContinued = true
        hands.input(.axis(Code.rz, 255))
        hands.input(.axis(Code.rz, 254))
        hands.isContinued = false
        hands.advance(.seconds(1))
        #expect(hands.link.frames == ["S>", "S>", "S>"])
        hands.input(.axis(Code.rz, 0))
        hands.advance(.milliseconds(260))
        hands.input(.axis(Code.rz, 255))
        #expect(hands.link.frames.last == "F>")
    }

    /// A connection has the failsafe frames before its first frame, and with each motion it gets how often each zero is
    /// pending.
    @LoopActor @Test func theLinkKeepsTheFailsafeFramesAndKnowsWhatIsOwed() {
        let hand = HandDrive()
        #expect(hand.link.failsafe?.count == 1 && hand.link.pending.isEmpty)
        hand.input(.axis(Code.rz, 255))
        #expect(hand.link.pending[0] == 3)
        hand.input(.axis(Code.rz, 0))
        #expect(hand.link.pending[0] == 2)
        hand.advance(.milliseconds(170))
        #expect(hand.link.pending.isEmpty && hand.link.frames == ["F>", "S>", "S>", "S>"])
        hand.drive.close()
    }

    /// An observer may crash, and then the failsafe frames are sent: no zero may be sent more often than it is pending.
    @LoopActor @Test func aWrittenZeroIsNotOwedWhenTheObserversSeeIt() {
        @LoopActor final class Observer: DriveObserver {
            let link: RecordingLink
            var pending: [Int] = []
            init(_ link: RecordingLink) { self.link = link }
            func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) { pending.append(link.pending[0]) }
        }
        let hand = HandDrive(), observer = Observer(hand.link)
        hand.drive.add(observer)
        hand.input(.axis(Code.rz, 255))
        hand.drive.handle(.operator(.stop))
        hand.advance(.seconds(1))
        #expect(hand.link.frames == ["F>", "S>", "S>", "S>"] && observer.pending == [3, 2, 1, 0])
        hand.drive.close()
    }

    /// A screen may be slow, and then no frame waits for it.
    @LoopActor @Test func aFrameIsWrittenBeforeAnyObserverIsCalled() {
        @LoopActor final class Observer: DriveObserver {
            var written: [Int] = []
            func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
                let link = drive.link as? RecordingLink
                if step.command != nil { written.append(link?.frames.count ?? 0) }
            }
        }
        let hand = HandDrive(), observer = Observer()
        hand.drive.add(observer)
        hand.input(.axis(Code.rz, 255))
        hand.drive.handle(.operator(.stop))
        hand.advance(.seconds(1))
        #expect(hand.link.frames == ["F>", "S>", "S>", "S>"] && observer.written == [1, 2, 3, 4])
        hand.drive.close()
    }

    /// A link that is lost in a write may still hand on what it had heard, and a fault among it halts the arm: that
    /// halt follows the step, as it is recorded.
    @LoopActor @Test func anEventThatComesInAWriteFollowsTheStep() {
        @LoopActor final class Observer: DriveObserver {
            var seen: [String] = []
            func drive(_ drive: Drive, handled event: DriveEvent, step: Step) { seen.append("\(event)") }
            func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
                seen.append(String(decoding: command.frame.bytes, as: UTF8.self))
            }
        }
        let hand = HandDrive(), observer = Observer()
        hand.drive.add(observer)
        hand.link.inWrite = { [weak drive = hand.drive] in drive?.handle(.halt(.fault)) }
        hand.input(.axis(Code.rz, 255))
        let halted = "\(DriveEvent.halt(.fault))"
        #expect(observer.seen.filter { ["F>", halted, "S>"].contains($0) } == ["F>", halted, "S>"])
        #expect(hand.link.frames == ["F>", "S>"])
        hand.drive.close()
    }

    /// The loop hung, and the watchdog has sent zeros: input that waited moves nothing, and the missing zeros are sent.
    @LoopActor @Test func whatWasSentWhileTheLoopHungIsNotedFirst() {
        @LoopActor final class Observer: DriveObserver {
            var steps: [DriveEvent] = []
            func drive(_ drive: Drive, handled event: DriveEvent, step: Step) { steps.append(event) }
        }
        let hand = HandDrive(), observer = Observer()
        hand.input(.axis(Code.rz, 255))
        hand.drive.add(observer)
        hand.sleep(.seconds(1))
        hand.link.sentFailsafe = ZeroCounts([2])
        hand.input(.axis(Code.rz, 200))
        #expect(
            observer.steps.first == .link(.failsafe(sent: ZeroCounts([2]))) && hand.drive.stateMachine.lastHalt == .late
        )
        hand.advance(.seconds(1))
        #expect(hand.link.frames == ["F>", "S>"])
        #expect(hand.link.pending.isEmpty)
        hand.drive.close()
    }

    @Test @LoopActor func commandsGoToTheLinkAndObserversSeeThem() {
        @LoopActor final class Observer: DriveObserver {
            var seen: [String] = []
            func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
                seen.append("\(command.channel) \(command.value) \(outcome)")
            }
        }
        let hand = HandDrive(), observer = Observer()
        hand.drive.add(observer)
        hand.input(.axis(Code.rz, 255))
        #expect(hand.link.frames == ["F>"])
        #expect(observer.seen == ["slider 6 written"])
        hand.drive.close()
    }

    @Test @LoopActor func aStopIsHandedOverAsOneThatMayNotBeHeld() {
        let hand = HandDrive()
        hand.input(.axis(Code.rz, 255))
        hand.advance(.milliseconds(250))
        #expect(hand.link.frames.count > 1 && hand.link.stops.isEmpty)
        hand.input(.axis(Code.rz, 0))
        hand.advance(.milliseconds(250))
        #expect(hand.link.stops == ["S>", "S>", "S>"])
        hand.drive.close()
    }

    @Test @LoopActor func aRefusedCommandIsOfferedAgainWhenTheLinkIsReady() {
        let hand = HandDrive()
        hand.link.outcome = .refused
        hand.input(.axis(Code.rz, 255))
        hand.advance(.milliseconds(200))
        #expect(hand.link.frames == ["F>"])
        hand.link.outcome = .written
        hand.drive.handle(.link(.ready))
        #expect(hand.link.frames == ["F>", "F>"])
        hand.drive.close()
    }

    @Test @LoopActor func aLinkThatIsGoneGetsNothingMore() {
        let hand = HandDrive()
        hand.link.outcome = .gone
        hand.input(.axis(Code.rz, 255))
        hand.advance(.seconds(2))
        #expect(hand.link.frames == ["F>"])
        #expect(hand.drive.stateMachine.gateState(.slider) == .link)
        hand.drive.close()
    }

    @Test @LoopActor func whatWaitedWhileTheProcessSleptMovesNothing() {
        let hand = HandDrive()
        hand.input(.axis(Code.rz, 255))
        hand.advance(.milliseconds(50))
        let stamp = hand.now + .milliseconds(20)
        hand.sleep(.seconds(2))
        hand.drive.handle(.input(.axis(Code.rz, 200)), at: stamp)
        hand.drive.handle(.input(.report(more: false)), at: stamp)
        hand.advance(.seconds(1))
        #expect(hand.link.frames == ["F>", "S>", "S>", "S>"])
        #expect(hand.drive.stateMachine.lastHalt == .late)
        hand.drive.close()
    }

    @Test @LoopActor func whatWaitedWhileAnIdleProcessSleptMovesNothing() {
        let hand = HandDrive()
        let stamp = hand.now + .milliseconds(20)
        hand.sleep(.seconds(2))
        for value in [100, 200, 255] as [Int32] {
            hand.drive.handle(.input(.axis(Code.rz, value)), at: stamp)
            hand.drive.handle(.input(.report(more: value < 255)), at: stamp)
        }
        hand.advance(.seconds(1))
        #expect(hand.link.frames == ["S>", "S>", "S>"])
        #expect(hand.drive.stateMachine.lastHalt == .late)
        hand.drive.close()
    }

    /// The signal that ends the suspension asks for a halt too: the halt happens only once.
    @Test(arguments: [TimeSpan.zero, .milliseconds(1), .milliseconds(100)])
    @LoopActor func aProcessThatWakesHaltsOnceForItsSleepAndItsSignal(later: TimeSpan) {
        let hand = HandDrive()
        hand.input(.axis(Code.rz, 255))
        hand.advance(.milliseconds(50))
        hand.sleep(.seconds(2))
        if later > .zero { hand.drive.handle(.deadline) }
        hand.advance(later)
        hand.drive.handle(.halt(.suspended))
        hand.advance(.seconds(1))
        #expect(hand.link.frames == ["F>", "S>", "S>", "S>"])
        hand.drive.close()
    }

    @Test @LoopActor func aSuspendedMachineHaltsWhenItWakes() {
        let hand = HandDrive()
        hand.input(.axis(Code.rz, 255))
        hand.suspended = .seconds(60)
        hand.advance(.seconds(1))
        #expect(hand.link.frames == ["F>", "S>", "S>", "S>"])
        #expect(hand.drive.stateMachine.lastHalt == .late)
        hand.drive.close()
    }

    @Test @LoopActor func theEndIsAHaltThenTheLinkThenTheRest() {
        let hand = HandDrive()
        hand.link.hasLeft = false
        var isDone = false
        let shutdown = Shutdown(hand.drive) { isDone = true }
        hand.advance(.milliseconds(159))
        shutdown.check()
        #expect(hand.link.frames == ["S>", "S>"] && !hand.link.isClosed)
        hand.advance(.milliseconds(1))
        shutdown.check()
        #expect(hand.link.frames == ["S>", "S>", "S>"] && !hand.link.isClosed && !isDone)
        hand.link.hasLeft = true
        shutdown.check()
        #expect(hand.link.isClosed && isDone)
    }

    @Test @LoopActor func aLinkThatNeverAnswersKeepsNobodyAlive() {
        let hand = HandDrive()
        hand.link.hasLeft = false
        var isDone = false
        let shutdown = Shutdown(hand.drive) { isDone = true }
        hand.advance(Shutdown.patience - .microseconds(1))
        shutdown.check()
        #expect(!isDone)
        hand.advance(.microseconds(1))
        shutdown.check()
        #expect(isDone && hand.link.isClosed)
    }

    @Test @LoopActor func theDemoShowsAllThreeControlsAndAStopAndGoesOn() {
        var harness = DriveHarness(.robot, .pad())
        harness.start(InputState(axes: DemoOperator.usual.pad.axes))
        let start = harness.now
        for (at, events) in DemoOperator.usual.script {
            harness.advance(start + at - harness.now)
            for event in events { harness.step(.input(event)) }
            harness.step(.input(.report(more: false)))
        }
        harness.advance(.seconds(1))
        let texts = Set(harness.sent.map(\.text))
        #expect(texts.isSuperset(of: ["slider F>", "slider B>", "slider S>"]))
        #expect(
            harness.sent.contains { $0.command.channel == .zx } && harness.sent.contains { $0.command.channel == .zy })
        #expect(harness.stateMachine.lastHalt == .stop && !harness.stateMachine.isStopped)
        #expect(harness.now - start < DemoOperator.usual.duration + .seconds(1))
    }
}
