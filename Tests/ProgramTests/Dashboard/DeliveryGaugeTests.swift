import Glibc
import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// The link's own time, of a drive whose clock the test moves.
@Suite(.onLoop) struct DeliveryGaugeTests {
    private static let answering: Arm = {
        var arm = Arm.robot
        arm.reports = ArmReports(answers: .init(each: .line(LinePattern([.literal([0x4f, 0x4b])]))))
        return arm
    }()

    @LoopActor @Test func aMotionIsTimedUntilItsAnswerAndAZeroIsNot() {
        let measured = MeasuredDrive(Self.answering)
        defer { measured.drive.close() }
        measured.handle(.answered)
        #expect(measured.spans?.count == 0, "zeros wait for no answer")
        for wait in [40, 60] as [Int64] {
            measured.pull(to: 255)
            measured.advance(.milliseconds(wait))
            measured.handle(.answered)
            measured.pull(to: 0)
            measured.advance(.seconds(1))
            measured.handle(.answered)
        }
        #expect(measured.spans?.count == 2)
        #expect(measured.spans?.least == .milliseconds(40) && measured.spans?.greatest == .milliseconds(60))
    }

    @LoopActor @Test func theAnswerToTheZeroBeforeAMotionIsNotItsOwn() {
        let measured = MeasuredDrive(Self.answering)
        defer { measured.drive.close() }
        measured.pull(to: 255)
        measured.handle(.answered)
        measured.pull(to: 0)
        measured.pull(to: 255)
        measured.advance(.milliseconds(100))
        measured.handle(.answered)
        #expect(measured.spans?.count == 1)
        measured.handle(.answered)
        #expect(measured.spans?.count == 2)
    }

    @LoopActor @Test func anAnswerAfterALossMeasuresNothing() {
        let measured = MeasuredDrive(Self.answering)
        defer { measured.drive.close() }
        measured.pull(to: 255)
        #expect(measured.drive.stateMachine.awaitedAnswer != nil)
        measured.handle(.link(.down))
        measured.handle(.link(.up(takenOver: false)))
        measured.handle(.answered)
        #expect(measured.spans?.count == 0)
    }

    @LoopActor @Test func withoutAnswersItIsWhatTheLinkKnows() {
        let measured = MeasuredDrive(.robot)
        defer { measured.drive.close() }
        #expect(measured.spans == nil)
        measured.pull(to: 255)
        measured.handle(.answered)
        var known = Histogram()
        known.add(.milliseconds(30))
        measured.link.deliveries = known
        #expect(measured.spans == known)
    }

    @LoopActor @Test(arguments: [true, false]) func theLinesHaveItBeforeTheEnd(isKnown: Bool) async throws {
        let measured = MeasuredDrive(.robot), folder = try TemporaryFolder()
        defer { measured.drive.close() }
        var known = Histogram()
        if isKnown { known.add(.milliseconds(30)) }
        measured.link.deliveries = known
        let file = OwnedDescriptor(owning: open("\(folder.path)/lines", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        let writer = try LineWriter(to: file, whenFull: .dropLines) { _ in }
        let lines = DriveLines(writer, start: Monotonic.now())
        lines.begin(measured.drive)
        lines.report(.ended(status: 0), DriveStatus())
        try await waitUntil("the lines") { writer.isEmpty ? true : nil }
        let written = try folder.read("lines").split(separator: "\n")
        #expect(written.last?.contains("\"event\":\"end\"") == true, "\(written)")
        let delivery = written.dropLast().last { $0.contains("\"event\":\"delivery\"") }
        #expect((delivery != nil) == isKnown, "\(written)")
        #expect(delivery?.hasSuffix("\"count\":1,\"p50\":30000,\"p99\":30000}") ?? true, "\(written)")
    }
}

/// A drive an hour ahead, ready to move, and its gauge.
@LoopActor
private final class MeasuredDrive: DriveObserver {
    final class TestLink: Link {
        var deliveries: Histogram?
        let hasLeft = true

        func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome { .written }

        func setFailsafe(_ frames: FailsafeFrames) {}

        func setPending(_ zeros: ZeroCounts) {}

        func acknowledgeFailsafe() -> ZeroCounts? { nil }

        func close() {}
    }

    let link = TestLink()
    private(set) var drive: Drive!
    private var gauge = DeliveryGauge()
    private var now = Monotonic.now() + .seconds(3_600)

    init(_ arm: Arm) {
        drive = Drive(
            DriveStateMachine(arm: arm, mapping: .pad()), link: link, clock: { [unowned self] in now },
            suspended: { .zero }, isContinued: { false })
        drive.add(self)
        gauge.begin(drive)
        handle(.link(.up(takenOver: false)))
        handle(.inputAdded(.padAtRest))
        advance(.seconds(2))
    }

    var spans: Histogram? { gauge.spans(of: drive) }

    func handle(_ event: DriveEvent) { drive.handle(event, at: now) }

    func pull(to value: Int32) {
        handle(.input(.axis(Code.rz, value)))
        handle(.input(.report(more: false)))
    }

    func advance(_ span: TimeSpan) {
        let end = now + span
        while let deadline = drive.deadline, deadline <= end {
            now = max(now, deadline)
            drive.handle(.deadline)
        }
        now = end
    }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) { gauge.handled(event, drive) }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) { gauge.wrote(outcome, drive) }
}
