internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTime

/// Shows or records a drive: an observer that also gets the states of the link and the input.
@LoopActor
protocol DriveScreen: DriveObserver {
    /// The link has changed.
    func link(_ state: LinkShown)
    /// The input has changed.
    func input(_ state: InputShown)
    /// The state of the input's battery, with the warning to say now; nil: none.
    func battery(_ state: Battery, warning: Battery.Warning?)
    /// A warning that the operator needs before the first motion.
    func note(_ text: String)
    /// The shield sent a notification.
    func notified(_ notification: Notification)
    /// The measurement at a point of a raster begins or ends.
    func spot(_ change: SpotChange, at time: Instant)
    /// The arm reports where it stands, in units of 10^-decimals; nil: not for this channel.
    func reported(_ numbers: PerChannel<Int32?>)
    /// The drive has ended: release everything.
    func end(status: Int32)
}

extension DriveScreen {
    func reported(_ numbers: PerChannel<Int32?>) {}
    func spot(_ change: SpotChange, at time: Instant) {}
    func battery(_ state: Battery, warning: Battery.Warning?) {}
}

extension HeldStop {
    /// What holds it: a key by its evdev name, or where it is held.
    var name: String {
        switch self {
        case .key(let code): EvdevNames.key(code)
        case .source(let source): "\(source.word)"
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
