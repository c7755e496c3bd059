internal import WaldoBlueZ
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoSimulator
internal import WaldoTeleop
internal import WaldoTime

/// The link of a drive: a shield's, a simulated arm's, or none under override. Only the first uses Bluetooth.
@LoopActor
final class DriveLink {
    struct Events {
        var link: @LoopActor (LinkEvent, Instant) -> Void
        var shown: @LoopActor (LinkStatus, Instant) -> Void
        var notified: @LoopActor (Notification) -> Void
        /// The scanning adapter's name, and the peripherals that it has found.
        var heard: @LoopActor (String, [Peripheral]) -> Void
        var failed: @LoopActor (Failure) -> Void
    }

    private let shield: PeripheralLink?
    private let simulated: SimulatedShield?
    private let events: Events
    private let stays: Bool

    /// - Parameter start: when the drive began.
    init(_ plan: DrivePlan, start: Instant, events: Events) {
        self.events = events
        stays = plan.stays
        shield = plan.transport.isShield ? Self.shieldLink(plan, events) : nil
        simulated =
            if case .simulation(let options) = plan.transport {
                SimulatedShield(plan, options, start: start, events: events)
            } else { nil }
    }

    private static func shieldLink(_ plan: DrivePlan, _ events: Events) -> PeripheralLink {
        var last: LinkStatus?, connected: LinkStatus?
        func report(_ event: LinkEvent) { events.link(event, Monotonic.now()) }
        func show(_ shown: LinkStatus) {
            // A retry that finds the same thing missing is not reported again.
            if !shown.readsLike(last) { events.shown(shown, Monotonic.now()) }
            last = shown
            if shown.phase == .connected { connected = shown }
        }
        return PeripheralLink(
            profile: plan.arm.link, pacing: plan.arm.pacing, longestFrame: plan.arm.longestFrame,
            options: .init(
                peripheral: plan.shield, usual: plan.usualShield, adapter: plan.adapter, bonded: plan.isBonded,
                wait: plan.waits,
                notify: plan.arm.link.notify != nil, asks: plan.panel != nil,
                refusesTakeover: plan.arm.stopsByPosition && !plan.isPlaced,
                listens: plan.survey?.armChannels ?? []),
            events: .init(
                state: { state in
                    show(LinkStatus(of: state))
                    if case .lost = state { report(.down) }
                },
                opened: { report(.opened(takenOver: $0)) },
                ready: { report(.ready) },
                refused: { report(.refused) },
                flow: { flow in
                    if let connected, flow != .full { show(flow == .stalled ? connected.stalled : connected) }
                    report(flow.linkEvent)
                },
                gone: { report(.down) },
                notified: events.notified,
                heard: events.heard,
                failed: { events.failed(Failure($0)) }))
    }

    /// The link as the drive's state machine uses it.
    var port: LinkPort {
        if let simulated { return simulated.port }
        guard let shield else { return .override }
        return LinkPort(
            write: { shield.write($0, isZero: $1, pending: $2) }, keep: { shield.set($0) },
            setPending: { shield.setPending($0) }, acknowledgeFailsafe: { shield.acknowledgeFailsafe() },
            isEmpty: { shield.hasLeft },
            close: { [stays] in shield.close(disconnect: !stays) })
    }

    /// Connects to the shield that the operator has chosen, by its address.
    func choose(_ address: String) { shield?.choose(address) }

    /// The simulated arm at a time; nil: the arm is not simulated.
    func arm(at time: Instant) -> SimulatedArm? { simulated?.arm(at: time) }

    /// Starts to look for the shield; a simulated arm is connected at once, and so is none under override.
    func start(_ drive: Drive) {
        if let shield { return shield.start() }
        if let simulated { return simulated.start(drive) }
        let now = Monotonic.now()
        events.shown(LinkStatus(.none), now)
        events.link(.up(takenOver: false), now)
    }
}

extension LinkFlow {
    /// The event of the state machine that it leads to.
    fileprivate var linkEvent: LinkEvent {
        switch self {
        case .flowing: .flowing
        case .opening, .full: .held
        case .stalled: .stalled
        }
    }
}

extension LinkStatus {
    fileprivate init(of state: PeripheralState) {
        switch state {
        case .waiting(let what): self.init(.waiting, detail: what)
        case .scanning: self.init(.scanning)
        case .connecting(let shield):
            self.init(
                .connecting, name: shield.name, address: shield.address, signal: shield.rssi,
                heardAt: shield.heardAt)
        case .up(let shield, let facts, let takenOver):
            let how = "\(facts.route.rawValue), \(facts.maxBytes) bytes a write" + (takenOver ? ", taken over" : "")
            let detail = ([how] + facts.events).joined(separator: "; ")
            self.init(
                .connected, name: shield.name, address: shield.address, detail: detail, signal: shield.rssi,
                heardAt: shield.heardAt)
        case .lost(let reason): self.init(.lost, detail: reason)
        }
    }

    /// The same connection while written data does not leave.
    fileprivate var stalled: LinkStatus {
        LinkStatus(
            .stalled, name: name, address: address,
            detail: "what was written has not left, motion is held: bring the shield nearer; if that does not help, "
                + "restart bluetoothd", signal: signal, heardAt: heardAt)
    }
}
