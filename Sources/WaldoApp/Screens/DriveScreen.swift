internal import WaldoCore
internal import WaldoFiles
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

extension HeldStop {
    /// What holds it: a key by its evdev name, or where it is held.
    var name: String {
        switch self {
        case .key(let code): EvdevNames.key(code)
        case .source(let source): "\(source.name)"
        }
    }
}

extension DriveStateMachine {
    /// What has to be released: axes and keys by their evdev names, or a finger.
    func namesHeld(_ control: Control) -> String {
        heldSources(control).map { source in
            switch source {
            case .axis(let code), .offCentre(let code, _): EvdevNames.axis(code)
            case .key(let code): EvdevNames.key(code)
            case .finger: "finger"
            }
        }.joined(separator: " ")
    }
}
