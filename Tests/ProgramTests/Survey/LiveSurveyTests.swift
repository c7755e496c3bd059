import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSurvey
import WaldoTeleop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// A survey beside a drive, where what one event leads to is the next event.
@Suite(.onLoop) struct LiveSurveyTests {
    private static let halting = """
        name: Halts the arm
        in: { counts: count }
        nodes:
          now: { rate: counts, per: 1 s }
          high: { alarm: now, above: 0.5, silent: 60 s, halt: true }
        out: { now: now }
        """

    /// Counts the results that it is handed.
    @LoopActor private final class Counter: SurveyObserver {
        var messages = 0, alarms: [AlarmChange] = []

        func report(_ report: SurveyReport, _ status: SurveyStatus) {
            switch report {
            case .message: messages += 1
            case .alarm(let change): alarms.append(change)
            default: break
            }
        }
    }

    /// An arm that is halted: its zeros are commands.
    @LoopActor private final class Halted: LiveSurveyDelegate {
        private(set) var count = 0
        private let survey: LiveSurvey

        init(_ survey: LiveSurvey) { self.survey = survey }

        func surveyHalts() {
            count += 1
            // Without an end to the halts the test must end.
            guard count < 4 else { return }
            for channel in 0..<3 { survey.commanded(Channel(channel), 0, at: survey.time) }
        }
    }

    /// The zeros of the halt are commands, and the survey takes them while the alarm is still being handed on.
    @Test @LoopActor func anAlarmThatHaltsIsHandedOnOnceWhateverTheHaltSends() throws {
        let folder = try TemporaryFolder(), graph = try folder.write(Self.halting, to: "halting.yaml")
        let plan = try SurveyPlan(sensor: "demo", graph: graph, library: Library(directory: nil))
        let survey = LiveSurvey(plan, store: nil), counter = Counter()
        let halted = Halted(survey)
        survey.add(counter)
        survey.delegate = halted
        survey.start()
        var sensor = DemoSensor()
        survey.heard(sensor.next(), channel: 0, at: Monotonic.now())
        #expect(halted.count == 1 && counter.messages == 1)
        #expect(counter.alarms.map(\.cause) == [.above])
        _ = survey.end(within: .zero)
    }

    /// What is heard in a pause neither counts nor is placed, and the pause is a gap.
    @Test @LoopActor func aPauseIsAGapInWhichNothingCounts() throws {
        let plan = try SurveyPlan(sensor: "demo", library: Library(directory: nil))
        let survey = LiveSurvey(plan, store: nil), counter = Counter()
        survey.add(counter)
        survey.start()
        survey.link(LinkStatus(.connected), at: Monotonic.now())
        var sensor = DemoSensor()
        func hear() { survey.heard(sensor.next(), channel: 0, at: Monotonic.now()) }
        hear()
        survey.pause(true, at: Monotonic.now())
        hear()
        #expect(counter.messages == 1 && survey.status.isPaused && survey.status.gaps == 0)
        // A link that is lost and comes back meanwhile ends no pause.
        survey.link(LinkStatus(.lost), at: Monotonic.now())
        survey.link(LinkStatus(.connected), at: Monotonic.now())
        hear()
        #expect(counter.messages == 1)
        survey.pause(false, at: Monotonic.now())
        hear()
        #expect(counter.messages == 2 && !survey.status.isPaused && survey.status.lastGap?.cause == .pause)
        _ = survey.end(within: .zero)
    }

    /// A link whose writes are calls in flight, as it keeps them.
    @LoopActor private final class SlowLink: Link {
        var frames: [String] = []
        /// The drive's clock, an hour ahead, so that only the test moves it.
        var now = Monotonic.now() + .seconds(3_600)
        let hasLeft = true

        func setFailsafe(_ frames: FailsafeFrames) {}

        func setPending(_ zeros: ZeroCounts) {}

        func acknowledgeFailsafe() -> ZeroCounts? { nil }

        func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome {
            frames.append(String(decoding: frame.bytes, as: UTF8.self))
            return .inFlight
        }

        func close() {}
    }

    /// A command's own time may be that at which the sensor has been silent for too long: the halt follows the
    /// command's step, and does not write while the command is in flight.
    @Test @LoopActor func aHaltInTheMiddleOfADrivesStepFollowsIt() async throws {
        let folder = try TemporaryFolder(), graph = try folder.write(Self.halting, to: "halting.yaml")
        let library = Library(directory: nil), arm = try library.arm("robot")
        let plan = DrivePlan(
            arm: arm.value, armSource: arm.source, library: library, holder: .input(.demo), isBonded: false,
            stays: false, transport: .override, waits: false, isPlain: true)
        let survey = try DriveSurvey(SurveyPlan(sensor: "demo", graph: graph, library: library), of: plan) { _ in }
        let link = SlowLink()
        let drive = Drive(
            DriveStateMachine(arm: arm.value, mapping: .pad()), link: link, clock: { link.now },
            suspended: { .zero }, isContinued: { false })
        drive.handle(.link(.up(takenOver: false)))
        drive.handle(.inputAdded(.padAtRest))
        link.now += .milliseconds(300)
        drive.handle(.deadline)
        survey.begin(drive)
        drive.add(survey)
        drive.handle(.input(.axis(Code.rz, 255)))
        drive.handle(.input(.report(more: false)))
        #expect(link.frames == ["F>"])
        try await waitUntil("the halt", instead: { "\(String(describing: drive.stateMachine.lastHalt))" }) {
            drive.stateMachine.lastHalt == .alarm ? true : nil
        }
        #expect(link.frames == ["F>"])
        drive.handle(.link(.ready))
        #expect(link.frames == ["F>", "S>"])
        drive.close()
        #expect(survey.end(hasFailed: false)?.status == nil)
    }
}
