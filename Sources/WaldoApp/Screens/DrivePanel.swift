import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTeleop
import WaldoTime

/// Connects a drive to the panel's pages: passes their finger events to the state machine, and its state to them.
@LoopActor
final class DrivePanel: DriveScreen, PanelPages {
    private let start: Instant
    private let ground: MapGround.Files
    let server: PanelServer
    let publisher: PanelPublisher
    var arbiter = DriverArbiter()
    private var driverTimer: LoopTimer?
    private weak var drive: Drive?
    /// What pages show of the survey; nil: the drive has none.
    private(set) var views: PanelViews?
    private weak var delegate: (any DriveScreenDelegate)?
    private var audience = (viewers: 0, driver: false)
    /// What the input's axes and keys are called; nil: the input has changed since.
    private var names: ControlNames?

    /// Starts to listen.
    /// - Parameter start: the zero of the times that pages receive.
    /// - Throws: why it cannot listen at the address.
    init(
        _ plan: DrivePlan, _ wanted: PanelPlan, start: Instant, delegate: any DriveScreenDelegate
    ) throws(Failure) {
        (self.start, self.delegate) = (start, delegate)
        ground = wanted.ground
        do {
            server = try PanelServer(wanted.address, token: wanted.token, access: wanted.access)
        } catch {
            throw Failure(.output, wanted.sentence(error))
        }
        publisher = PanelPublisher(server, start: start)
        publisher.state.canChoose = plan.destination == .shield && plan.shield == nil
        publisher.state.wanted = plan.wantedLink ?? ""
        (server.delegate, publisher.delegate) = (self, self)
        driverTimer = LoopTimer(of: self) { $0.lapse(at: $1) }
    }

    /// Shows a survey beside the drive.
    func show(_ survey: DriveSurvey, of plan: SurveyPlan) {
        let live = LiveView(survey.survey, plan, store: survey.storePath, start: start)
        let views = PanelViews(
            live, plan, in: SurveyShelf(beside: survey.storePath), on: ground, delegate: self)
        self.views = views
        for viewer in publisher.viewers.sorted() { views.joined(viewer) }
    }

    /// The address at which it listens.
    var address: PanelAddress { server.address }

    func begin(_ drive: Drive) {
        self.drive = drive
        let mapping = drive.stateMachine.mapping
        for control in drive.stateMachine.usableControls {
            let isJoystick = mapping.controls[control.index].isJoystick
            if isJoystick { arbiter.joysticks.insert(control) } else { arbiter.sliders.insert(control) }
        }
    }

    /// Applies what the pages sent before the drive began.
    func applyEarlyMessages() {
        if arbiter.driver != nil { drive?.handle(.finger(.there)) }
        guard publisher.state.stopWaits else { return }
        publisher.state.stopWaits = false
        drive?.handle(.operator(arbiter.isStopHeld ? .stopHeld(.page) : .stop))
    }

    // MARK: the pages

    func received(_ message: PanelMessage, from viewer: Int) {
        if case .view(let message) = message {
            views?.handle(message, from: viewer, driver: arbiter.driver)
            return
        }
        if case .connect(let shield) = message, viewer == arbiter.driver { delegate?.choose(shield: shield) }
        // Every stop is acknowledged, even when it changes nothing.
        if message == .stop {
            publisher.state.stops += 1
            publisher.state.stopWaits = drive == nil
        }
        handle(arbiter.handle(message, from: viewer, at: Monotonic.now(), isStopped: publisher.state.status.isStopped))
    }

    // MARK: the views

    func handle(_ order: ViewMessage.Raster) { delegate?.handle(order) }

    // MARK: the arbiter

    private func lapse(at now: Instant) { handle(arbiter.lapse(at: now)) }

    func handle(_ events: [DriveEvent]) {
        for event in events { drive?.handle(event) }
        driverTimer?.arm(at: arbiter.deadline)
        server.staying = arbiter.needed
        reportAudience()
        publisher.hasChanged()
    }

    private func reportAudience() {
        let now = (viewers: publisher.viewers.count, driver: arbiter.driver != nil)
        guard now != audience else { return }
        audience = now
        delegate?.audienceChanged(pages: now.viewers, isDriven: now.driver)
    }

    // MARK: the drive

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        if step.notices.contains(.parking), !drive.stateMachine.parkingPhase.isUnderWay { arbiter.parkingHasEnded() }
        publisher.hasChanged()
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        guard outcome.isSent, !publisher.viewers.isEmpty else { return }
        publisher.add(
            SentFrame(
                at: drive.time - start, channel: drive.stateMachine.arm.profiles[command.channel].name,
                frame: command.frame))
    }

    func update(_ state: inout PanelState, at now: Instant) -> Bool {
        let shown = delegate?.arm(at: now)
        if let drive {
            let names = names(of: drive.stateMachine.mapping, state.status.input.pad)
            state.show(drive.stateMachine, names, reported: shown?.numbers ?? state.status.positions, at: now)
        }
        state.driver = arbiter.driver
        state.isTouched = arbiter.isHeld
        state.pose = shown.flatMap { $0.commanded.isEmpty ? nil : PanelPose($0) }
        return state.status.isMoving || shown?.isMoving == true
    }

    private func names(of mapping: Mapping, _ pad: PadButtons?) -> ControlNames {
        let names = names ?? ControlNames(mapping, pad ?? PadButtons())
        self.names = names
        return names
    }

    // MARK: link, input and other reports

    func show(_ status: DriveStatus) {
        if status.input.pad != publisher.state.status.input.pad { names = nil }
        publisher.state.status = status
    }

    func report(_ report: DriveReport, _ status: DriveStatus) {
        show(status)
        switch report {
        case .link(let link) where link.phase.isUp: publisher.endScan()
        case .heard(let adapter, let shields): if !status.link.phase.isUp { publisher.heard(adapter, shields) }
        case .input: views?.liveHasChanged()
        case .raster(let raster): views?.show(raster)
        case .note, .notified, .spot: return
        case .ended: return close()
        case .noticed, .link, .battery, .positions, .recording, .audience: break
        }
        publisher.hasChanged()
    }

    private func close() {
        // The drive has ended: pages that close now are no event for it.
        drive = nil
        publisher.close()
        driverTimer?.cancel()
        driverTimer = nil
        views?.close()
        server.close()
    }
}
