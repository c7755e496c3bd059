import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore
import WaldoSurvey
import WaldoTeleop
import WaldoTime

/// The survey of a drive: hears the sensor on the arm's own link, keeps the arm's commands, and halts the arm by an
/// alarm.
@LoopActor
final class DriveSurvey: DriveObserver, LiveSurveyDelegate {
    /// How long the store may take to write what is left, once the arm has been halted and its link closed.
    private static let patience: TimeSpan = .seconds(60)

    let survey: LiveSurvey
    private let plan: SurveyPlan
    /// Whether the operator has confirmed where the arm stands.
    private let startIsConfirmed: Bool
    private let source: SurveySource
    private var path: String?
    /// Who sends it while it goes on; nil: nobody.
    private(set) var stream: SurveyStream?
    private weak var drive: Drive?
    private var isLinkUp = false

    /// Opens the store, so that a failure is reported before anything moves.
    /// - Parameter note: shows a sentence to the operator.
    /// - Throws: `StoreError`, or `Failure` for a stream that cannot be sent.
    init(_ plan: SurveyPlan, of drive: DrivePlan, note: @escaping @LoopActor @Sendable (String) -> Void) throws {
        self.plan = plan
        startIsConfirmed = drive.startIsConfirmed
        if let simulation = plan.simulation { try SurveyPlan.refuse(unsimulated: plan.sensor, simulation) }
        try plan.refuseCommands(unfitFor: drive.arm)
        try plan.refuseFrames(of: drive.library)
        try SurveyStream.check(plan)
        let start = drive.arm.startValues.list.map { "\($0)" }.joined(separator: ",")
        let opened = try plan.store.map { path in
            try SurveyStore.open(
                path, plan, arm: SurveyDescription.File(name: drive.armSource.name, text: drive.armSource.text),
                startPosition: start, onFailure: { note("nothing more is stored: \($0)") })
        }
        path = opened?.path
        survey = LiveSurvey(plan, arm: drive.arm, store: opened?.store)
        source = SurveySource(plan, survey) { failure in note("there is no data from the sensor: \(failure)") }
    }

    /// An observer for a screen. The arm's link is not among what happens: the screen has it anyway.
    func observer(_ screen: any SurveyViewDelegate) -> SurveyViewObserver {
        let renderer = SurveyRenderer(plan, start: Monotonic.now(), file: path)
        return SurveyViewObserver(renderer, of: survey, logsLink: !plan.isOnArm, delegate: screen)
    }

    /// Has a recording keep what a sensor with a peripheral of its own sends.
    func record(by recorder: DriveRecorder) { source.recorded = { recorder.notified($0) } }

    /// Begins to survey.
    func begin(_ drive: Drive) {
        self.drive = drive
        survey.delegate = self
        survey.start()
        do { stream = try SurveyStream.begin(plan, survey, store: path) } catch { survey.note("\(error)") }
        if startIsConfirmed { survey.placed(at: Monotonic.now()) }
        do { try source.start() } catch { survey.note("there is no data from the sensor: \(error)") }
    }

    func surveyHalts() { drive?.handle(.halt(.alarm)) }

    /// The arm's shield sent a notification.
    func notified(_ notification: Notification) {
        guard let channel = plan.channel(onArm: notification.characteristic) else { return }
        survey.heard(notification.bytes, channel: channel, at: notification.at)
    }

    /// The link to the arm's shield has changed.
    func link(_ state: LinkStatus, at time: Instant) {
        guard plan.isOnArm else { return }
        survey.link(state, at: time)
        let wasUp = isLinkUp
        // A link that stalls while it opens takes nothing for the sensor yet.
        isLinkUp = state.phase == .connected || wasUp && state.phase.isUp
        if isLinkUp, !wasUp { send(plan.sensor.says?.start) }
    }

    /// Sends the sensor on the arm's shield what stops it, once the drive's end has halted the arm.
    func stopSensor() { if isLinkUp { send(plan.sensor.says?.stop) } }

    private func send(_ bytes: Frame?) {
        if plan.isOnArm, !plan.isOverride, let bytes { drive?.handle(.sensor(bytes)) }
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        guard outcome.isSent else { return }
        drive.eachNumber(of: command) { survey.commanded($0, $1, at: drive.time) }
    }

    /// Ends the survey.
    /// - Parameter hasFailed: whether a failure ends the drive.
    /// - Returns: why not all of it has been stored; nil: it has.
    func end(hasFailed: Bool) -> Failure? {
        source.close()
        Signals.allowShutdown(Self.patience + .seconds(2))
        guard !survey.end(within: Self.patience, hasFailed: hasFailed) else { return nil }
        return survey.failure(storing: path)
    }

    /// Waits a little until the database has the rest, once the survey has ended.
    /// - Returns: what the operator should know; nil: nothing.
    func finishStream() -> String? { stream?.finish() }

    /// The file that it is stored in; nil: none.
    var storePath: String? { path }

    /// Where it is stored, in words; nil: nowhere.
    /// - Parameter ofPoints: whether each number belongs to one point.
    func storedText(ofPoints: Bool) -> String? { path.map { plan.storedText($0, ofPoints: ofPoints) } }
}
