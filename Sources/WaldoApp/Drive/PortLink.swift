internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoSerial
internal import WaldoTeleop

/// The link of a drive to an arm on a serial port.
@LoopActor
final class PortLink: DriveLink, SerialLinkDelegate {
    weak var delegate: (any DriveLinkDelegate)?

    private let link: SerialLink
    /// Whatever had the port before may have left the arm moving, and only a frame with positions stops it.
    private let needsPosition: Bool

    /// - Parameter profile: the arm's port.
    init(_ plan: DrivePlan, _ profile: SerialProfile) {
        link = SerialLink(profile, pacing: plan.arm.pacing, waits: plan.waits)
        needsPosition = plan.arm.stopsByPosition && !plan.startIsConfirmed
        link.delegate = self
    }

    func start(_ drive: Drive) {
        guard !needsPosition else {
            let sentence =
                "the arm's only frame would move it to a position that is not known: say where it stands by --position, or "
                + "give the arm's file a `halt:` frame"
            delegate?.link(didReport: .failed(Failure(.link, sentence)))
            return
        }
        link.start()
    }

    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome {
        link.write(frame, isZero: isZero, pending: pending)
    }

    func setFailsafe(_ frames: FailsafeFrames) { link.setFailsafe(frames) }

    func setPending(_ zeros: ZeroCounts) { link.setPending(zeros) }

    func acknowledgeFailsafe() -> ZeroCounts? { link.acknowledgeFailsafe() }

    var hasLeft: Bool { link.hasLeft }

    func close() { link.close() }

    func serialLink(didReport report: SerialLink.Report) {
        switch report {
        case .event(let event, let time): delegate?.link(didReport: .event(event, time))
        case .status(let status, let time): delegate?.link(didReport: .status(status, time))
        case .received(let bytes, let time):
            delegate?.link(didReport: .notified(Notification(characteristic: nil, bytes: bytes, at: time)))
        case .failed(let error): delegate?.link(didReport: .failed(Failure(error)))
        }
    }
}
