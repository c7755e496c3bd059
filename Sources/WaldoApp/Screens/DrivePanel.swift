internal import Glibc
internal import WaldoBlueZ
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoPanel
internal import WaldoTeleop
internal import WaldoTime

/// Connects a drive to the panel's pages: passes their finger events to the state machine, and its state to them.
@LoopActor
final class DrivePanel: DriveScreen, PanelServerDelegate, PanelViewsDelegate {
    /// The shortest time between two messages to the pages, fewer than 30 a second.
    private static let refresh: TimeSpan = .milliseconds(34)
    /// The same for the list of shields in reach, which is long and hardly changes.
    private static let scanRefresh: TimeSpan = .milliseconds(250)
    /// The heartbeat while the arm moves and while it is idle: the longest time between two messages, by which a page
    /// notices that waldo is gone.
    private static let movingBeat: TimeSpan = .milliseconds(250), idleBeat: TimeSpan = .seconds(1)

    private let start: Instant
    private let ground: MapGround.Files
    private var server: PanelServer?
    private var arbiter = DriverArbiter()
    private var state = PanelState()
    /// What the pages were sent last, and which of them drove then.
    private var reported: (driver: Int?, text: [UInt8]) = (nil, [])
    private var sent: [SentFrame] = []
    private var viewers: Set<Int> = []
    /// Viewers that have not received the current state.
    private var lagging: Set<Int> = []
    /// A stop came before the state machine existed; `applyEarlyMessages` applies it.
    private var stopWaits = false
    /// When the state was last checked for changes, sent to the pages, and updated with the shields in reach.
    private var checkedAt = Instant.clockStart, reportedAt = Instant.clockStart
    private var scanReportedAt = Instant.clockStart
    /// Scan results that have not been sent yet.
    private var heard: [Peripheral]?
    private var timer: LoopTimer?
    private var driverTimer: LoopTimer?
    private weak var drive: Drive?
    /// What pages show of the survey; nil: the drive has none.
    private var views: PanelViews?
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
        self.start = start
        self.delegate = delegate
        ground = wanted.ground
        state.status = plan.status
        state.canChoose = plan.transport.kind == .shield && plan.shield == nil
        sent.reserveCapacity(PanelState.maxSent)
        do {
            server = try PanelServer(wanted.address, token: wanted.token, access: wanted.access)
        } catch {
            throw Failure(.output, wanted.sentence(error))
        }
        server?.delegate = self
        timer = LoopTimer(of: self) { $0.report(at: $1) }
        driverTimer = LoopTimer(of: self) { $0.lapse(at: $1) }
    }

    /// Shows a survey beside the drive.
    func show(_ survey: DriveSurvey, of plan: SurveyPlan) {
        let views = PanelViews(survey, plan, on: ground, start: start, delegate: self)
        self.views = views
        for viewer in viewers.sorted() { views.joined(viewer) }
    }

    /// The address at which it listens.
    var address: PanelAddress? { server?.address }

    func begin(_ drive: Drive) {
        self.drive = drive
        let mapping = drive.stateMachine.mapping
        for control in drive.stateMachine.usableControls {
            if mapping.controls[control.index].isJoystick {
                arbiter.joysticks.insert(control)
            } else {
                arbiter.sliders.insert(control)
            }
        }
    }

    /// Applies what the pages sent before the drive began.
    func applyEarlyMessages() {
        if arbiter.driver != nil { drive?.handle(.finger(.there)) }
        if stopWaits { drive?.handle(.operator(arbiter.isStopHeld ? .stopHeld(.page) : .stop)) }
    }

    // MARK: the pages

    func joined(_ viewer: Int) {
        viewers.insert(viewer)
        lagging.insert(viewer)
        views?.joined(viewer)
        handle(arbiter.joined(viewer, at: Monotonic.now()))
    }

    func left(_ viewer: Int) {
        viewers.remove(viewer)
        lagging.remove(viewer)
        views?.left(viewer)
        handle(arbiter.left(viewer))
    }

    func received(_ message: PanelMessage, from viewer: Int) {
        if case .view(let message) = message {
            views?.handle(message, from: viewer, driver: arbiter.driver)
            return
        }
        if case .connect(let shield) = message, viewer == arbiter.driver { delegate?.choose(shield: shield) }
        // Every stop is acknowledged, even when it changes nothing.
        if message == .stop {
            state.stops += 1
            stopWaits = drive == nil
        }
        let isStopped = drive?.stateMachine.isStopped == true
        handle(arbiter.handle(message, from: viewer, at: Monotonic.now(), isStopped: isStopped))
    }

    func answer(_ asset: PanelAsset, _ reply: @escaping @LoopActor (PanelAsset.Answer?) -> Void) {
        if let views { views.answer(asset, reply) } else { reply(nil) }
    }

    func noticed(_ sentence: String) { Diagnostics.write("waldo: warning: \(sentence)") }

    // MARK: the views

    func send(_ payload: PanelPayload, to viewer: Int) -> Bool { server?.send(payload, to: viewer) ?? true }

    func handle(_ order: ViewMessage.Raster) { delegate?.handle(order) }

    // MARK: the arbiter

    private func lapse(at now: Instant) { handle(arbiter.lapse(at: now)) }

    private func handle(_ events: [DriveEvent]) {
        for event in events { drive?.handle(event) }
        if let deadline = arbiter.deadline { driverTimer?.arm(at: deadline) } else { driverTimer?.disarm() }
        server?.staying = arbiter.needed
        reportAudience()
        hasChanged()
    }

    private func reportAudience() {
        let now = (viewers: viewers.count, driver: arbiter.driver != nil)
        guard now != audience else { return }
        audience = now
        delegate?.audienceChanged(pages: now.viewers, isDriven: now.driver)
    }

    // MARK: the drive

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        hasChanged()
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        guard !viewers.isEmpty, outcome.isSent else { return }
        if sent.count < PanelState.maxSent {
            sent.append(
                SentFrame(
                    at: drive.time - start, channel: drive.stateMachine.arm.profiles[command.channel].name,
                    frame: command.frame))
        }
        hasChanged()
    }

    private func hasChanged() { publish(at: checkedAt + Self.refresh) }

    /// Schedules an update; without viewers it does nothing.
    private func publish(at time: Instant) {
        guard !viewers.isEmpty, timer?.deadline.map({ $0 > time }) ?? true else { return }
        timer?.arm(at: time)
    }

    private func report(at now: Instant) {
        guard !viewers.isEmpty else { return }
        checkedAt = now
        let shown = delegate?.arm(at: now)
        if let drive {
            let names = names(of: drive.stateMachine.mapping)
            state.show(drive.stateMachine, names, reported: shown?.numbers ?? state.status.positions, at: now)
        } else {
            state.isStopped = stopWaits
        }
        state.driver = arbiter.driver
        state.isTouched = arbiter.isHeld
        state.pose = shown.flatMap { $0.commanded.isEmpty ? nil : PanelPose($0) }
        let isMoving = drive?.stateMachine.isPositionMoving == true || shown?.isMoving == true
        let beat = isMoving || state.isDeflected ? Self.movingBeat : Self.idleBeat
        state.within = beat / .milliseconds(1)
        reportHeard(now)
        let next = (driver: state.driver, text: state.text(for: PanelServer.nobody, at: .zero, sent: []))
        if next != reported || !sent.isEmpty || !lagging.isEmpty || now - reportedAt >= beat {
            lagging = server?.publish { [self] in state.text(for: $0, at: now - start, sent: sent) } ?? []
            reportedAt = now
        }
        reported = next
        sent.removeAll(keepingCapacity: true)
        publish(at: reportedAt + beat)
        if isMoving || !lagging.isEmpty { hasChanged() }
    }

    private func names(of mapping: Mapping) -> ControlNames {
        if let names { return names }
        let names = ControlNames(mapping, state.status.input.pad ?? PadButtons())
        self.names = names
        return names
    }

    private func reportHeard(_ now: Instant) {
        guard let heard else { return }
        guard now - scanReportedAt >= Self.scanRefresh else { return publish(at: scanReportedAt + Self.scanRefresh) }
        state.hears(heard.map { .init(name: $0.name, address: $0.address, rssi: $0.rssi) })
        (self.heard, scanReportedAt) = (nil, now)
    }

    // MARK: link, input and other reports

    func report(_ report: DriveReport, _ status: DriveStatus) {
        if status.input.pad != state.status.input.pad { names = nil }
        state.status = status
        switch report {
        case .link(let link) where link.phase.isUp:
            // Scanning is over, and devices in reach are private.
            heard = nil
            state.hears([])
        case .input: views?.liveHasChanged()
        case .raster(let raster): views?.show(raster)
        case .note, .notified, .spot: return
        case .ended: return close()
        case .noticed, .link, .battery, .positions, .recording, .audience: break
        }
        hasChanged()
    }

    /// Handles the scan results of an adapter.
    func heard(_ adapter: String, _ shields: [Peripheral]) {
        guard !state.status.link.phase.isUp else { return }
        state.adapter = adapter
        heard = shields
        hasChanged()
    }

    private func close() {
        // The drive has ended: pages that close now are no event for it.
        drive = nil
        timer?.cancel()
        driverTimer?.cancel()
        timer = nil
        driverTimer = nil
        views?.close()
        server?.close()
    }
}
