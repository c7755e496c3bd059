import WaldoCore
import WaldoLoop
import WaldoTeleop
import WaldoTerminal
import WaldoTime

/// Shows a drive in a terminal as the dashboard.
@LoopActor
final class DriveDashboard: DriveScreen, SurveyViewDelegate {
    private let terminal: Terminal
    private let model: DriveView
    @exclusivity(unchecked) private var delivery = DeliveryGauge()
    private var screen: DashboardScreen?
    private var fenceLog = FenceLog()
    private weak var drive: Drive?
    private weak var delegate: (any DriveScreenDelegate)?
    private var survey: SurveyViewObserver?
    /// What is surveyed, perhaps by a sensor that is heard over the arm's link.
    private let surveyed: SurveyPlan?
    /// Draws again when a second is full.
    private var clock: LoopTimer?
    private let start: Instant

    init(_ terminal: Terminal, _ plan: DrivePlan, start: Instant, delegate: any DriveScreenDelegate) {
        self.terminal = terminal
        model = DriveView(plan, start: start)
        self.delegate = delegate
        self.start = start
        surveyed = plan.survey
        screen = DashboardScreen(on: terminal) { [unowned self] in render() }
        clock = LoopTimer(of: self) { dashboard, _ in dashboard.screen?.touch() }
    }

    /// The current view. While a held position or the drawn arm moves, it also asks for the next one.
    private func render() -> DashboardView {
        let now = Monotonic.now()
        model.keys = (terminal.releases, terminal.keyLabels)
        let arm = delegate?.arm(at: now)
        model.delivery = drive.flatMap { delivery.spans(of: $0) }.flatMap { DashboardView.Latency($0) }
        let view = model.view(
            of: drive?.stateMachine, arm: arm, replay: delegate?.progress(at: now), survey: survey?.view(at: now),
            at: now)
        let isMoving = arm.map { $0.isMoving || $0.deafFor != nil } ?? false
        if isMoving || model.status.isMoving { screen?.touch() }
        clock?.arm(at: start + .seconds(Int64((now - start) / .seconds(1)) + 1))
        return view
    }

    /// Adds a line to the log, after the time of day.
    func print(_ line: String) { screen?.print(model.stamped(line, at: Monotonic.now())) }

    /// Shows a panel's address, and as a QR code for a phone's camera.
    func show(panel: String, code: [String]) {
        (model.panel, model.code) = (panel, code)
        screen?.touch()
    }

    /// The code is needed only until the first page has joined.
    func removeCode() { show(panel: model.panel, code: []) }

    /// Shows a survey beside the drive, from its beginning.
    func show(_ survey: DriveSurvey) {
        self.survey = survey.observer(self)
    }

    func surveyChanged() { screen?.touch() }

    func surveyHappened(_ line: String) { print(line) }

    /// Handles a key that belongs to the dashboard, unless the mapping uses it.
    func handle(_ event: InputEvent) -> Bool {
        guard case .key(KeyCode.slash, let down) = event,
            drive?.stateMachine.mapping.keyCodes.contains(KeyCode.slash) != true
        else { return false }
        if down {
            model.showsHelp.toggle()
            screen?.touch()
        }
        return true
    }

    // MARK: the drive

    func begin(_ drive: Drive) {
        self.drive = drive
        delivery.begin(drive)
    }

    func show(_ status: DriveStatus) { model.show(status) }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        model.gauge.handled(event)
        delivery.handled(event, drive)
        screen?.touch()
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        model.gauge.wrote(command, outcome, at: drive.time, now: drive.writtenAt)
        delivery.wrote(outcome, drive)
        screen?.touch()
    }

    // MARK: reports

    func report(_ report: DriveReport, _ status: DriveStatus) {
        show(status)
        switch report {
        case .link(let link): print(link)
        case .noticed(let notice, _): if let text = text(of: notice, status) { print(text) }
        case .input(let input):
            switch input.phase {
            case .added, .lost, .silent, .heard, .resynced:
                let what = [input.name, input.detail].filter { !$0.isEmpty }.joined(separator: " ")
                print("input \(input.phase.rawValue)" + (what.isEmpty ? "" : ": \(what)"))
            case .waiting, .ignored, .offered, .noted, .paused, .playing: print(input.detail)
            }
        case .battery(let battery, let warning): if let warning { print(warning.sentence(battery)) }
        case .note(let text): print(text)
        case .notified(let notification):
            // What the survey decodes is in its panel.
            guard surveyed?.channel(onArm: notification.characteristic) == nil else { break }
            if let line = model.stamped(notification) { screen?.print(line) }
        case .ended: return close()
        case .heard, .positions, .spot, .raster, .recording, .audience: break
        }
        screen?.touch()
    }

    private func print(_ link: LinkStatus) {
        guard link.phase != .absent else { return }
        let what = link.detail.isEmpty ? "\(link.name) \(link.address)" : link.detail
        print("link \(link.phase.name)" + (what == " " ? "" : ": \(what)"))
    }

    /// What its log says of a step's notice; nil: nothing.
    private func text(of notice: DriveNotice, _ status: DriveStatus) -> String? {
        switch notice {
        case .profile(let name): return "profile: \(name)"
        case .profileRefused: return "the profile stays: let go of everything first"
        case .resume: return "resumed"
        case .resumeRefused(let stop):
            guard let stop, let mapping = drive?.stateMachine.mapping else { return nil }
            return "not resumed: let go of \(model.names(of: mapping).stop(stop)) first"
        case .stop(.arm) where !status.transport.movesArm:
            return "a real arm waits for a resume here: its `begin` can move it"
        case .stop(let cause):
            guard let mapping = drive?.stateMachine.mapping else { return "stopped" }
            return "stopped by " + model.names(of: mapping).stop(cause)
        case .halt(.stop), .halt(.ending): return nil
        case .halt(let reason): return "halted: \(reason.text)"
        case .parking(let phase): return phase.text
        case .fence:
            guard let stateMachine = drive?.stateMachine else { return nil }
            return fenceLog.names(stateMachine.heldFences, at: stateMachine.time) ? stateMachine.fenceText : nil
        case .dropped, .precision, .gate, .position, .motion, .answer, .moving, .joints: return nil
        }
    }

    func drive(_ drive: Drive, sentBytes bytes: Frame, outcome: WriteOutcome) {
        guard outcome.isSent, drive.stateMachine.proposedBytesAreForSensor else { return }
        print("the sensor was sent \(HexText.text(of: bytes.bytes, separator: " "))")
    }

    private func close() {
        survey?.close()
        clock?.cancel()
        screen?.close()
        screen = nil
    }
}
