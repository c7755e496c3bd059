import WaldoCore
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// The link under override: everything runs and is shown, nothing is transmitted.
@LoopActor
final class OverrideLink: DriveLink, Link {
    weak var delegate: (any DriveLinkDelegate)?

    func start(_ drive: Drive) {
        delegate?.link(didReport: .changed(.up(takenOver: false), LinkStatus(.absent), Monotonic.now()))
    }

    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome { .written }

    func setFailsafe(_ frames: FailsafeFrames) {}

    func setPending(_ zeros: ZeroCounts) {}

    func acknowledgeFailsafe() -> ZeroCounts? { nil }

    var hasLeft: Bool { true }

    func close() {}
}
