internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTime

/// The link under override: everything runs and is shown, nothing is transmitted.
@LoopActor
final class OverrideLink: DriveLink {
    weak var delegate: (any DriveLinkDelegate)?

    func start(_ drive: Drive) {
        let now = Monotonic.now()
        delegate?.link(reports: .status(LinkStatus(.none), now))
        delegate?.link(reports: .event(.up(takenOver: false), now))
    }

    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome { .written }

    var hasLeft: Bool { true }

    func close() {}
}
