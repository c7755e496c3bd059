internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop

/// Shows or records a drive.
@LoopActor
protocol DriveScreen: DriveObserver {
    /// The drive begins: its state machine is there.
    func begin(_ drive: Drive)
    /// Something has happened. The drive ends with `DriveReport.ended`.
    /// - Parameter status: the drive's state since then.
    func report(_ report: DriveReport, _ status: DriveStatus)
}

extension DriveScreen {
    func begin(_ drive: Drive) {}
}
