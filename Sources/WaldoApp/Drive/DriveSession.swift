import Glibc
import Logging
import WaldoCore
import WaldoFiles
package import WaldoLoop
import WaldoPanel
import WaldoTeleop
import WaldoTerminal
import WaldoTime

/// Connects the parts of one drive, from start to end: an input, a link, screens and signals around the state
/// machine.
@LoopActor
package final class DriveSession: LoopTask {
    let plan: DrivePlan
    private let log = Logger(label: "waldo.drive")
    let began = Monotonic.now()

    weak var run: LoopRun?
    let screens: DriveScreens
    private var recording: DriveRecording?
    var dashboard: DriveDashboard?
    var panel: DrivePanel?
    private(set) var foxglove: FoxgloveSite?
    private(set) var activeOperator: (any DriveOperator)?
    /// Never passed `inout`: the runtime's exclusivity check at each event would cost more than the access itself.
    @exclusivity(unchecked) private(set) var drive: Drive?
    /// Finds the arm's reports among the notifications; nil: its file describes none.
    var reports: ReportReader?
    /// What the link waits for, and what was named of it.
    var beginNotes: BeginNotes
    /// Fires when the arm should have answered.
    private(set) var reportsDue: LoopTimer?
    /// What is surveyed beside the drive; nil: nothing.
    private(set) var survey: DriveSurvey?
    private(set) var link: (any DriveLink)?
    /// Where the arm is, for the screens.
    private(set) var drawing: ArmDrawing?
    private var phase = Phase.driving
    var heldKeys = StopKeys()

    /// Whether the drive goes on.
    private enum Phase {
        case driving
        /// Its halt is sent before the process is stopped.
        case suspending(Suspension)
        /// Its halt is sent before everything ends.
        case ending(Shutdown)
    }

    init(_ plan: DrivePlan) {
        self.plan = plan
        screens = DriveScreens(plan.status)
        beginNotes = BeginNotes(plan.arm)
    }

    /// Runs a drive from start to end.
    /// - Throws: the `Failure` that ended the drive, or the `ExitStatus`.
    package nonisolated static func run(_ plan: DrivePlan) throws { try LoopRun.run { DriveSession(plan) } }

    func start(_ run: LoopRun) throws {
        self.run = run
        reportsDue = LoopTimer(of: self, readsFirst: true) { owner, _ in owner.missReports() }
        // Before the link is there: without a watchdog no real arm is driven.
        if plan.destination.movesArm { try Watchdog.start() }
        // Before the survey: a recording or an address that is refused leaves no empty session in a store.
        recording = try plan.record.map { try DriveRecording($0, arm: plan.armSource.name, start: began) }
        foxglove = try plan.foxglove.map { try FoxgloveSite($0, name: plan.arm.name) }
        try SurveyStore.prepare(plan.survey?.store, for: run) { [weak self] in try self?.open() }
    }

    /// Opens what the drive needs, with the survey first: a failure is reported before anything moves.
    private func open() throws {
        try openSurvey()
        try openScreen()
        try openPanel()
        feedFoxglove()
        if let name = recording?.path.split(separator: "/").last { screens.report(.recording(String(name))) }
        activeOperator = plan.makeOperator(for: self, survey: survey?.survey)
        try activeOperator?.open()
        run?.terminal?.stopKeys = stopKeys
    }

    private func openSurvey() throws {
        survey = try plan.survey.map { wanted in
            try DriveSurvey(wanted, of: plan) { [weak self] in self?.screens.report(.note($0)) }
        }
    }

    // MARK: the operator

    /// Creates the state machine, which lasts for the whole drive, and starts the link.
    func begin(_ controls: OperatorControls) {
        let mapping = controls.mapping
        log.info("“\(controls.input.name)” drives “\(plan.arm.name)” by the mapping “\(mapping.name)”")
        if let recording {
            let recorder = recording.begin(plan, controls)
            screens.add(recorder)
            survey?.record(by: recorder)
        }
        for note in plan.notes(for: controls) { screens.report(.note(note)) }
        let link = plan.makeLink(start: began)
        link.delegate = self
        let drive = Drive(
            DriveStateMachine(
                arm: plan.arm, mapping: mapping, isPlayed: controls.isPlayed, startIsConfirmed: plan.startIsConfirmed),
            link: link.frameLink)
        drive.add(screens)
        if drive.stateMachine.hasScript { drive.add(self) }
        if let terminal = run?.terminal { drive.add(TypedKeysDropper(terminal)) }
        if plan.arm.park != nil { drive.add(ParkingEnd(self)) }
        if let survey { drive.add(survey) }
        if let activeOperator { drive.add(activeOperator) }
        self.drive = drive
        if plan.arm.reports != ArmReports() || !plan.arm.steps.expected.isEmpty { reports = ReportReader(plan.arm) }
        self.link = link
        screens.begin(drive)
        panel?.applyEarlyMessages()
        drawing = ArmDrawing(plan.arm, simulated: { link.arm(at: $0) })
        if let drawing { drive.add(drawing) }
        survey?.begin(drive)
        if let stream = survey?.stream { screens.add(StreamDrive(stream)) }
        link.start(drive)
    }

    // MARK: suspension

    /// Sends the halt, releases the keyboard, and then lets the process be stopped.
    func suspend(_ stop: @escaping @LoopActor () -> Void) {
        guard case .driving = phase else { return }
        guard let drive else { return sleep(stop) }
        phase = .suspending(Suspension(drive) { [weak self] in self?.sleep(stop) })
    }

    private func cancelSuspension() {
        guard case .suspending(let suspension) = phase else { return }
        suspension.cancel()
        phase = .driving
    }

    private func sleep(_ stop: () -> Void) {
        cancelSuspension()
        // Sends the zero frames directly, in case the link was too slow to take the halt.
        FailsafeSlot.sendAll()
        activeOperator?.ungrab()
        run?.terminal?.restore()
        loseStopKeys()
        stop()
    }

    func resume() {
        cancelSuspension()
        drive?.handle(.halt(.suspended))
        activeOperator?.regrab()
    }

    // MARK: the end

    func end(_ run: LoopRun) {
        cancelSuspension()
        Signals.shutdownBegins()
        guard let drive else { return finish(run) }
        phase = .ending(Shutdown(drive) { [weak self] in self?.finish(run) })
        // Behind the halt, which has been sent by now.
        survey?.stopSensor()
    }

    private func finish(_ run: LoopRun) {
        if drive?.stateMachine.owesSensorBytes == true {
            screens.report(.note("the sensor was not sent what stops it: the arm is busy"))
        }
        activeOperator?.close()
        reportsDue?.cancel()
        Diagnostics.redirect(nil)
        if let lost = survey?.end(hasFailed: run.failure != nil) { run.note(lost) }
        screens.report(.ended(status: (run.failure?.status ?? run.status).number))
        run.closeTerminal()
        foxglove?.close()
        if run.failure == nil { conclude() }
        recording?.close()
        if let unsent = survey?.finishStream() { Diagnostics.write("waldo: \(unsent)") }
        run.finish()
    }

    /// Writes the operator's closing lines, which are not part of the JSON Lines output.
    private func conclude() {
        var lines = activeOperator?.conclusion ?? []
        if !plan.isPlain, let stored = survey?.storedText(ofPoints: plan.measuresPoints) { lines.append(stored) }
        let isOutputUsed = plan.isPlain || plan.recordsToOutput
        for line in lines { isOutputUsed ? Diagnostics.write("waldo: \(line)") : StandardStreams.writeOutput(line) }
    }
}
