internal import Glibc
internal import WaldoBlueZ
internal import WaldoCore
internal import WaldoLoop
internal import WaldoPanel
internal import WaldoTeleop

/// The panel of a drive: its pages' fingers go to the road, and what the road comes to goes to its pages.
@LoopActor
final class DrivePanel: DriveScreen {
    /// Pages are told no more often than this.
    private static let refresh: Microseconds = .milliseconds(33)
    /// Commands that are kept for the next telling; more are left out there.
    private static let mostSent = 64

    private let start: Microseconds
    private var server: PanelServer?
    private var desk = PanelDesk()
    private var state = PanelState()
    private var told: PanelState?
    private var sent: [PanelState.Sent] = []
    private var viewers = 0
    /// Who has not been told the present state.
    private var behind: Set<Int> = []
    /// Stopped before there was a road to stop.
    private var stopWaits = false
    private var toldAt: Microseconds = 0
    private var timer: LoopTimer?
    private var heartbeat: LoopTimer?
    private weak var drive: Drive?
    /// A page has come.
    var guestCame: @LoopActor () -> Void = {}
    private var choose: @LoopActor (String) -> Void = { _ in }

    /// Listens.
    /// - Parameter start: the moment that the pages' times count from.
    /// - Throws: what keeps the address from being listened at.
    init(_ plan: DrivePlan, _ wanted: PanelPlan, start: Microseconds) throws(Failure) {
        self.start = start
        state.arm = plan.arm.name
        state.isOverride = plan.isOverride
        state.link = plan.isOverride ? "override" : "scanning"
        state.canChoose = !plan.isOverride && plan.shield == nil
        sent.reserveCapacity(Self.mostSent)
        do {
            server = try PanelServer(
                wanted.address, token: wanted.token,
                events: .init(
                    joined: { [weak self] in self?.joined($0) }, left: { [weak self] in self?.left($0) },
                    said: { [weak self] in self?.said($0, $1) }))
        } catch {
            throw Failure(Failure.output, wanted.sentence(error))
        }
        timer = LoopTimer { [weak self] in self?.tell(at: $0) }
        heartbeat = LoopTimer { [weak self] in self?.lapse(at: $0) }
    }

    /// Where it is reached.
    var address: PanelAddress? { server?.address }

    /// The road is there, and a link to choose a shield for.
    func begin(_ drive: Drive, choose: @escaping @LoopActor (String) -> Void) {
        self.drive = drive
        self.choose = choose
        if desk.driver != nil { drive.handle(.finger(.there)) }
        if stopWaits { drive.handle(.operator(.stop)) }
    }

    // MARK: the pages

    private func joined(_ viewer: Int) {
        viewers += 1
        guestCame()
        behind.insert(viewer)
        take(desk.joined(viewer))
    }

    private func left(_ viewer: Int) {
        viewers -= 1
        behind.remove(viewer)
        take(desk.left(viewer))
    }

    private func said(_ viewer: Int, _ message: PanelMessage) {
        if case .connect(let shield) = message, viewer == desk.driver { choose(shield) }
        take(desk.take(message, from: viewer, at: Monotonic.now()))
    }

    private func lapse(at now: Microseconds) { take(desk.lapse(at: now)) }

    private func take(_ events: [RoadEvent]) {
        if drive == nil, events == [.operator(.stop)] { stopWaits = true }
        for event in events { drive?.handle(event) }
        if let deadline = desk.deadline { heartbeat?.arm(at: deadline) } else { heartbeat?.disarm() }
        hasChanged()
    }

    // MARK: the drive

    func drive(_ drive: Drive, took event: RoadEvent, step: Step) { hasChanged() }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        guard viewers > 0, outcome.isOnItsWay else { return }
        if sent.count < Self.mostSent {
            sent.append(.init(at: drive.road.time - start, channel: command.channel, frame: command.frame))
        }
        hasChanged()
    }

    /// Nobody looks: nothing is done.
    private func hasChanged() {
        guard viewers > 0, timer?.deadline == nil else { return }
        timer?.arm(at: toldAt + Self.refresh)
    }

    private func tell(at now: Microseconds) {
        toldAt = now
        if let drive { look(at: drive.road, now) }
        state.driver = desk.driver
        state.isTouched = desk.isHeld
        if state != told || !sent.isEmpty || !behind.isEmpty {
            behind = server?.publish { [self] in state.text(for: $0, at: now - start, sent: sent) } ?? []
        }
        told = state
        sent.removeAll(keepingCapacity: true)
        if drive?.road.isMoving == true || !behind.isEmpty { hasChanged() }
    }

    private func look(at road: Road, _ now: Microseconds) {
        state.isStopped = road.isStopped
        state.sliderGate = "\(road.gateState(.slider).word)"
        state.joystickGate = "\(road.gateState(.joystick).word)"
        state.sliderHeld = road.namesHeld(.slider)
        state.joystickHeld = road.namesHeld(.joystick)
        state.holds = [Channel.zx, .zy].contains { road.arm.channels[$0]?.means == .position }
        state.isAssumed = road.isAssumed(.zx) && road.isAssumed(.zy)
        func dial(_ channel: Channel, _ deflection: Double) -> PanelState.Dial? {
            guard let profile = road.arm.channels[channel] else { return nil }
            let number = road.number(channel, at: now)
            let isPosition = profile.means == .position && channel != .slider
            return PanelState.Dial(
                place: isPosition ? profile.range.normalised(Double(number)) : deflection, number: number,
                decimals: profile.range.decimals)
        }
        let joystick = road.joystickDeflection
        state.slider = dial(.slider, road.sliderDeflection)
        state.zx = dial(.zx, joystick.x)
        state.zy = dial(.zy, joystick.y)
    }

    // MARK: all else

    func link(_ shown: LinkShown) {
        state.link = "\(shown.phase.word)"
        state.shield = shown.name.isEmpty ? shown.address : shown.name
        state.linkDetail = [shown.address, shown.detail].filter { !$0.isEmpty }.joined(separator: ": ")
        hasChanged()
    }

    func input(_ shown: InputShown) {
        switch shown.phase {
        case .added: state.input = shown.name
        case .lost: state.input = ""
        case .waiting, .resynced, .ignored, .paused, .playing: break
        }
        hasChanged()
    }

    func note(_ text: String) {}

    func notified(_ bytes: [UInt8]) {}

    /// An adapter listens, and hears these.
    func heard(_ adapter: String, _ shields: [Shield]) {
        state.adapter = adapter
        state.shields = shields.map { .init(name: $0.name, address: $0.address, rssi: $0.rssi) }
        hasChanged()
    }

    func end(status: Int32) {
        // What its pages lose now is no step of a drive that has ended.
        drive = nil
        timer?.cancel()
        heartbeat?.cancel()
        timer = nil
        heartbeat = nil
        server?.close()
    }
}
