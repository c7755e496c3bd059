internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop

/// Whoever shows a drive to the operator is told of its link and input too.
@LoopActor
protocol DriveScreen: DriveObserver {
    /// The link has changed.
    func link(_ state: LinkShown)
    /// The input has changed.
    func input(_ state: InputShown)
    /// Something that the operator has to know before the first motion.
    func note(_ text: String)
    /// The shield said this.
    func notified(_ bytes: [UInt8])
    /// The drive has ended; give everything back.
    func end(status: Int32)
}

extension DriveStateMachine {
    /// What has to be let go: axes and keys by their evdev names, a finger.
    func namesHeld(_ control: Control) -> String {
        heldSources(control).map { source in
            switch source {
            case .axis(let code): EvdevNames.axis(code)
            case .key(let code): EvdevNames.key(code)
            case .finger: "finger"
            }
        }.joined(separator: " ")
    }
}
