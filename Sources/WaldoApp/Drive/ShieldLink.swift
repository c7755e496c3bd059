import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
public import WaldoTeleop
import WaldoTime

/// The link of a drive to its shield, over Bluetooth.
@LoopActor
final class ShieldLink: DriveLink, PeripheralLinkDelegate {
    weak var delegate: (any DriveLinkDelegate)?

    var frameLink: any Link { link }

    private let link: PeripheralLink
    /// The state that was reported last, and that of the connection.
    private var last: LinkStatus?, connected: LinkStatus?

    /// - Parameter profile: the arm's service and characteristics.
    init(_ plan: DrivePlan, _ profile: BluetoothProfile) {
        link = PeripheralLink(
            profile: profile, pacing: plan.arm.pacing, longestFrame: plan.arm.longestWrite,
            options: .init(
                peripheral: plan.shield, usual: plan.usualShield, adapter: plan.adapter, bonded: plan.isBonded,
                wait: plan.waits, stays: plan.stays, notify: profile.notify != nil, asks: plan.panel != nil,
                refusesTakeover: plan.refusesTakeover, listens: plan.survey?.armChannels ?? []))
        link.delegate = self
    }

    func start(_ drive: Drive) { link.start() }

    func choose(_ address: String) { link.choose(address) }

    func link(_ link: PeripheralLink, didReport report: PeripheralLink.Report) {
        switch report {
        case .state(let state):
            let status = LinkStatus(state) { $0.text }
            if status.phase == .connected { connected = status }
            changed(status.phase == .lost ? .down : nil, status)
        case .opened(let takenOver): changed(.opened(takenOver: takenOver))
        case .ready: changed(.ready)
        case .refused: changed(.refused)
        case .flow(.stalled): changed(.stalled, connected?.stalled)
        case .flow(let flow): changed(flow.linkEvent, flow == .full ? nil : connected)
        case .gone: changed(.down)
        case .notified(let notification): delegate?.link(didReport: .notified(notification))
        case .heard(let adapter, let shields): delegate?.link(didReport: .heard(adapter: adapter, shields))
        case .missed: break
        case .failed(let error): delegate?.link(didReport: .failed(Failure(error)))
        }
    }

    private func changed(_ event: LinkEvent?, _ status: LinkStatus? = nil) {
        // A retry that finds the same thing missing is not reported again.
        let shown = status.flatMap { $0.hasSameText(as: last) ? nil : $0 }
        if event != nil || shown != nil { delegate?.link(didReport: .changed(event, shown, Monotonic.now())) }
        last = status ?? last
    }
}

extension PeripheralLink: Link {}

extension LinkFacts {
    /// How frames go to the shield, and what the link cannot do.
    fileprivate var text: String {
        let how = "\(route.rawValue), \(maxBytes) bytes a write" + (takenOver ? ", taken over" : "")
        return ([how] + events).joined(separator: "; ")
    }
}

extension LinkFlow {
    /// The event of the state machine that it leads to.
    fileprivate var linkEvent: LinkEvent {
        switch self {
        case .flowing: .flowing
        case .opening, .full: .windowFull
        case .stalled: .stalled
        }
    }
}

extension LinkStatus {
    /// The same connection while written data does not leave.
    fileprivate var stalled: LinkStatus {
        LinkStatus(
            .stalled, name: name, address: address,
            detail: "what was written has not left, motion is held: bring the shield nearer; if that does not help, "
                + "restart bluetoothd", signal: signal, heardAt: heardAt)
    }
}
