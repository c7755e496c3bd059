import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSerial
public import WaldoTeleop

/// The link of a drive to an arm on a serial port.
@LoopActor
final class PortLink: DriveLink, SerialLinkDelegate {
    weak var delegate: (any DriveLinkDelegate)?

    var frameLink: any Link { link }

    private let link: SerialLink
    private let refusesTakeover: Bool

    /// - Parameter profile: the arm's port.
    init(_ plan: DrivePlan, _ profile: SerialProfile) {
        link = SerialLink(profile, pacing: plan.arm.pacing, waits: plan.waits)
        refusesTakeover = plan.refusesTakeover
        link.delegate = self
    }

    func start(_ drive: Drive) {
        // Whatever had the port before may have left the arm moving.
        guard !refusesTakeover else {
            let sentence =
                "the arm's only frame would move it to a position that is not known: say where it stands by --position, or "
                + "give the arm's file a `halt:` frame"
            delegate?.link(didReport: .failed(Failure(.link, sentence)))
            return
        }
        link.start()
    }

    func serialLink(didReport report: SerialLink.Report) {
        switch report {
        case .changed(let event, let status, let time): delegate?.link(didReport: .changed(event, status, time))
        case .received(let bytes, let time):
            delegate?.link(didReport: .notified(Notification(characteristic: nil, bytes: bytes, at: time)))
        case .failed(let error): delegate?.link(didReport: .failed(Failure(error)))
        }
    }
}

extension SerialLink: Link {}
