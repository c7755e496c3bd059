internal import Glibc
internal import Logging
internal import WaldoCore
internal import WaldoFiles
package import WaldoLoop
internal import WaldoPanel
internal import WaldoTeleop
internal import WaldoTerminal
internal import WaldoTime

/// Connects the parts of one drive, from start to end: an input, a link, screens and signals around the state
/// machine.
@LoopActor
package final class DriveSession: LoopTask, DriveLinkDelegate, OperatorDelegate {
    private let plan: DrivePlan
    private let log = Logger(label: "waldo.drive")
    private let began = Monotonic.now()

    private weak var run: LoopRun?
    private let screens: DriveScreens
    private var recording: DriveRecording?
    private var dashboard: DriveDashboard?
    private var panel: DrivePanel?
    private var foxglove: FoxgloveSite?
    private var activeOperator: (any DriveOperator)?
    /// Never passed `inout`: the runtime's exclusivity check at each event would cost more than the access itself.
    @exclusivity(unchecked) private var drive: Drive?
    /// Finds the arm's reports among the notifications; nil: its file describes none.
    private var reports: ReportReader?
    /// What is surveyed beside the drive; nil: nothing.
    private var survey: DriveSurvey?
    private var shutdown: Shutdown?
    private var suspension: Suspension?
    private var heldKeys = StopKeys()

    private init(_ plan: DrivePlan) {
        self.plan = plan
        screens = DriveScreens(plan.status)
    }

    /// Runs a drive from start to end.
    /// - Throws: the `Failure` that ended the drive, or the `ExitStatus`.
    package nonisolated static func run(_ plan: DrivePlan) throws { try LoopRun.run { DriveSession(plan) } }

    func start(_ run: LoopRun) throws {
        self.run = run
        if plan.transport.isShield { try Watchdog.start() }
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
        dashboard?.show(replay: { [weak self] in self?.activeOperator?.progress(at: $0) })
        activeOperator = plan.makeOperator(for: self, survey: survey?.survey)
        try activeOperator?.open()
        run?.terminal?.stopKeys = stopKeys
    }

    // MARK: screens

    private func openScreen() throws {
        if plan.isPlain, !plan.recordsToOutput {
            let writer = try LineWriter.standardOutput { [weak self] ending in
                self?.run?.end(Failure(.output, "\(ending.outputWords): the drive ends"))
            }
            let link = plan.transport.isSimulation ? plan.recordedLink : nil
            screens.add(DriveLines(writer, start: began, link: link))
            if let wanted = plan.survey { survey?.survey.add(SurveyLines(writer, start: began, wanted.sensor)) }
        }
        guard !plan.isPlain || plan.takesTerminal else { return }
        let terminal: Terminal
        do {
            terminal = try Terminal(
                fillsScreen: !plan.isPlain,
                events: .init(
                    input: { [weak self] in self?.terminalKey($0, at: $1) },
                    gone: { [weak self] in
                        self?.loseStopKeys()
                        self?.run?.end(Failure(.signal(SIGHUP), "\($0)"))
                    }))
        } catch {
            throw Failure(plan.needsTerminal ? .input : .output, error.description)
        }
        run?.terminal = terminal
        guard !plan.isPlain else { return }
        let dashboard = DriveDashboard(terminal, plan, start: began)
        self.dashboard = dashboard
        if let survey { dashboard.show(survey) }
        Diagnostics.redirect { line in Task { @LoopActor in dashboard.print(line) } }
        screens.add(dashboard)
    }

    private func openSurvey() throws {
        survey = try plan.survey.map { wanted in
            try DriveSurvey(wanted, of: plan) { [weak self] in self?.screens.report(.note($0)) }
        }
    }

    private func openPanel() throws {
        guard let wanted = plan.panel else { return }
        let panel = try DrivePanel(plan, wanted, start: began)
        self.panel = panel
        screens.add(panel)
        if let survey, let surveyed = plan.survey {
            panel.show(
                survey, of: surveyed,
                RasterCallbacks(
                    shown: { [weak self] _ in self?.activeOperator?.raster },
                    wanted: { [weak self] in self?.activeOperator?.handle($0, at: Monotonic.now()) }))
        }
        panel.audienceChanged = { [weak self] in self?.screens.report(.audience(pages: $0, isDriven: $1)) }
        guard let reachable = panel.address?.reachable else { return }
        for line in wanted.invitation(at: reachable) { Diagnostics.write(line) }
        if let dashboard {
            // The code is needed only until the first page has joined.
            dashboard.show(code: wanted.code(at: reachable, onScreen: true))
            panel.guestCame = { dashboard.show(code: []) }
        } else if isatty(STDERR_FILENO) != 0 {
            for line in wanted.code(at: reachable, onScreen: false) { Diagnostics.write(line) }
        }
    }

    private func feedFoxglove() {
        guard let foxglove else { return }
        screens.add(foxglove.addDrive())
        survey?.survey.add(foxglove.addSurvey())
        foxglove.invite()
    }

    // MARK: the operator

    func handle(_ event: DriveEvent, at time: Instant) { drive?.handle(event, at: time) }

    var isInputHeld: Bool { drive?.stateMachine.isHeldByInput == true }

    func report(_ report: DriveReport) {
        if case .spot(let change, let time) = report { survey?.survey.spot(change, at: time) }
        screens.report(report)
    }

    func end(_ ending: OperatorEnding) {
        switch ending {
        case .complete: run?.end(status: .success)
        case .interrupted: run?.end(status: .signal(SIGINT))
        case .failed(let failure): run?.end(failure)
        }
    }

    /// Creates the state machine, which lasts for the whole drive, and starts the link.
    func begin(_ controls: OperatorControls) {
        let mapping = controls.mapping
        log.info("“\(controls.input.name)” drives “\(plan.arm.name)” by the mapping “\(mapping.name)”")
        if let recording {
            let lines = recording.begin(plan, controls)
            screens.add(lines)
            survey?.record(by: lines)
        }
        for note in plan.notes(for: controls) { screens.report(.note(note)) }
        let link = plan.makeLink(start: began)
        link.delegate = self
        let drive = Drive(
            DriveStateMachine(arm: plan.arm, mapping: mapping, plays: controls.isPlayed, isPlaced: plan.isPlaced),
            link: link)
        drive.add(screens)
        if let terminal = run?.terminal { drive.add(TypedKeysDropper(terminal)) }
        if let survey { drive.add(survey) }
        if let activeOperator { drive.add(activeOperator) }
        self.drive = drive
        if plan.arm.reports != ArmReports() { reports = ReportReader(plan.arm) }
        panel?.begin(drive) { link.choose($0) }
        foxglove?.drive?.begin(drive)
        draw(drive, over: link)
        survey?.begin(drive)
        if let stream = survey?.stream { screens.add(StreamDrive(stream, plan.transport.kind)) }
        link.start(drive)
    }

    /// Has the screens draw the arm, if its file describes where its hand is.
    private func draw(_ drive: Drive, over link: any DriveLink) {
        let drawing = ArmDrawing(plan.arm, simulated: { link.arm(at: $0) })
        drive.add(drawing)
        dashboard?.show(arm: { drawing.shown(at: $0) })
        panel?.show(arm: { drawing.shown(at: $0) })
    }

    // MARK: the link

    func link(didReport report: DriveLinkReport) {
        switch report {
        case .event(let event, let time): linkChanged(event, at: time)
        case .status(let status, let time):
            screens.report(.link(status))
            survey?.link(status, at: time)
        case .notified(let notification): notified(notification)
        case .heard(let adapter, let shields): panel?.heard(adapter, shields)
        case .failed(let failure): run?.end(failure)
        }
    }

    /// Shows what the shield sent, and halts at a fault that the arm reports.
    private func notified(_ notification: Notification) {
        screens.report(.notified(notification))
        survey?.notified(notification)
        for report in reports?.read(notification.bytes) ?? [] {
            switch report {
            case .position(let numbers): screens.report(.positions(numbers))
            case .fault(let text):
                drive?.handle(.operator(.halt(.fault)))
                screens.report(.note("the arm reports a fault: \(text)"))
            }
        }
    }

    private func linkChanged(_ event: LinkEvent, at time: Instant) {
        // A line that the lost link has cut off does not go on with the next one.
        if event == .down, reports != nil { reports = ReportReader(plan.arm) }
        drive?.handle(.link(event), at: time)
        activeOperator?.link(event)
    }

    /// Passes a key of the terminal to the dashboard or the operator; any other key may be one that stops or resumes.
    private func terminalKey(_ event: InputEvent, at time: Instant) {
        if dashboard?.handle(event) == true || activeOperator?.handle(event, at: time) == true { return }
        guard case .key(let code, let down) = event else { return }
        if stopKeys.contains(code) {
            let isReported = run?.terminal?.releases == .reported
            guard let action = heldKeys.change(code, down: down, reportsReleases: isReported) else { return }
            drive?.handle(.operator(action), at: time)
        } else if code == Self.enterKey, down {
            drive?.handle(.operator(.resume), at: time)
        }
    }

    /// What reported the releases of the stop keys is lost: none of them counts as held any more.
    private func loseStopKeys() {
        for action in heldKeys.lose() { drive?.handle(.operator(action)) }
    }

    /// The terminal's keys that stop: KEY_ESC and KEY_SPACE of linux/input-event-codes.h, unless its keys are the
    /// input.
    private var stopKeys: [UInt16] { activeOperator?.stopKeys ?? [1, 57] }
    /// KEY_ENTER.
    private static let enterKey: UInt16 = 28

    // MARK: suspension

    /// Sends the halt, releases the keyboard, and then lets the process be stopped.
    func suspend(_ stop: @escaping @LoopActor () -> Void) {
        guard suspension == nil else { return }
        guard let drive else { return sleep(stop) }
        suspension = Suspension(drive) { [weak self] in self?.sleep(stop) }
    }

    private func sleep(_ stop: () -> Void) {
        suspension = nil
        // Sends the zero frames directly, in case the link was too slow to take the halt.
        FailsafeSlot.sendAll()
        activeOperator?.giveBack()
        run?.terminal?.restore()
        loseStopKeys()
        stop()
    }

    func resume() {
        suspension?.cancel()
        suspension = nil
        drive?.handle(.operator(.halt(.suspended)))
        activeOperator?.takeBack()
    }

    // MARK: the end

    func end(_ run: LoopRun) {
        suspension?.cancel()
        Signals.shutdownBegins()
        guard let drive else { return finish(run) }
        shutdown = Shutdown(drive) { [weak self] in self?.finish(run) }
        // Behind the halt, which has been sent by now.
        survey?.stopSensor()
    }

    private func finish(_ run: LoopRun) {
        if drive?.stateMachine.owesSensorBytes == true {
            screens.report(.note("the sensor was not sent what stops it: the arm is busy"))
        }
        activeOperator?.close()
        Diagnostics.redirect(nil)
        if let lost = survey?.end() { run.note(lost) }
        screens.report(.ended(status: (run.failure?.status ?? run.status).number))
        foxglove?.close()
        if run.failure == nil { conclude() }
        recording?.close()
        run.closeTerminal()
        if let unsent = survey?.finishStream() { Diagnostics.write("waldo: \(unsent)") }
        run.finish()
    }

    /// What the operator is to know at the end; of JSON Lines it is no part.
    private func conclude() {
        var lines = activeOperator?.conclusion ?? []
        if !plan.isPlain, let stored = survey?.storedText { lines.append(stored) }
        let isTaken = plan.isPlain || plan.recordsToOutput
        for line in lines { isTaken ? Diagnostics.write("waldo: \(line)") : StandardStreams.writeOutput(line) }
    }
}
