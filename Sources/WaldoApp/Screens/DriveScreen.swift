import WaldoCore
import WaldoLoop
import WaldoTeleop

/// Shows or records a drive.
@LoopActor
protocol DriveScreen: DriveObserver {
    /// The drive begins: its state machine is there.
    func begin(_ drive: Drive)
    /// This is the drive's state, from which a screen can begin at any time of the drive.
    func show(_ status: DriveStatus)
    /// Something has happened. The drive ends with `DriveReport.ended`.
    /// - Parameter status: the drive's state since then.
    func report(_ report: DriveReport, _ status: DriveStatus)
}

extension DriveScreen {
    func begin(_ drive: Drive) {}
    func show(_ status: DriveStatus) {}
}
