internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop

/// Ends a drive once its arm is parked, or cannot be because a position is an assumption.
@LoopActor
final class ParkingEnd: DriveObserver {
    private unowned let session: any OperatorDelegate

    init(_ session: any OperatorDelegate) { self.session = session }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        guard step.notices.contains(.parking) else { return }
        switch drive.stateMachine.parkingPhase {
        case .parked, .unknown: session.end(.complete)
        case .idle, .moving, .settling, .halted, .refused, .played: break
        }
    }
}
