internal import WaldoCore

/// A link as it is shown.
struct LinkShown: Equatable {
    /// `waiting`: what is missing is not the shield, and `detail` says what.
    enum Phase { case waiting, scanning, connecting, connected, stalled, lost, override }
    var phase: Phase
    var name = "", address = "", detail = ""
    /// How strongly the shield was heard when it last advertised, in dBm, and when that was.
    var signal: Int?, heardAt: Microseconds?

    /// Whether a line of text would be the same; how strongly the shield was heard is for screens alone.
    func looksTheSame(as other: LinkShown?) -> Bool {
        guard var other else { return false }
        (other.signal, other.heardAt) = (signal, heardAt)
        return self == other
    }
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
