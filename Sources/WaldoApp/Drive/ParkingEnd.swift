import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop

/// Ends a drive once its arm is parked, or cannot be because a position is an assumption. At the planned end of a drive
/// there is nothing to go on with, so whatever keeps the arm from parking ends it as a failure.
@LoopActor
final class ParkingEnd: DriveObserver {
    private unowned let session: any OperatorDelegate
    private var isAtEnd = false

    init(_ session: any OperatorDelegate) { self.session = session }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        if event == .operator(.parkAtEnd) { isAtEnd = true }
        guard step.notices.contains(.parking) else { return }
        let phase = drive.stateMachine.parkingPhase
        switch phase {
        case .parked: session.end(.ordered)
        case .halted, .refused, .played, .unknown:
            if isAtEnd {
                session.end(.failed(Failure(.output, phase.text ?? "not parked")))
            } else if phase == .unknown {
                session.end(.ordered)
            }
        case .idle, .moving, .settling: break
        }
    }
}
