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

/// A link as it is shown.
struct LinkShown: Equatable {
    /// `waiting`: what is missing is not the shield, and `detail` says what.
    enum Phase { case waiting, scanning, connecting, connected, stalled, lost, override }
    var phase: Phase
    var name = "", address = "", detail = ""
    /// How strongly the shield was heard when it last advertised, in dBm, and when that was.
    var signal: Int?, heardAt: Microseconds?

    /// Whether a line of text would be the same; how strongly the shield was heard is for screens alone.
    func tellsTheSame(as other: LinkShown?) -> Bool {
        guard var other else { return false }
        (other.signal, other.heardAt) = (signal, heardAt)
        return self == other
    }
}

/// An input as it is shown.
struct InputShown: Equatable {
    enum Phase { case waiting, added, lost, resynced, ignored, paused, playing }
    var phase: Phase
    var name = "", detail = "", mapping = ""
}

extension LinkShown.Phase {
    var word: StaticString {
        switch self {
        case .waiting, .scanning: "scanning"
        case .connecting: "connecting"
        case .connected: "connected"
        case .stalled: "stalled"
        case .lost: "lost"
        case .override: "override"
        }
    }
}

extension InputShown.Phase {
    var word: StaticString {
        switch self {
        case .waiting: "waiting"
        case .added: "added"
        case .lost: "lost"
        case .resynced: "resynced"
        case .ignored: "ignored"
        case .paused: "paused"
        case .playing: "playing"
        }
    }
}

extension Road {
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
