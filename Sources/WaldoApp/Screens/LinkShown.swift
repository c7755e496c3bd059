internal import WaldoTime

/// A link's state for display.
struct LinkShown: Equatable {
    /// `waiting`: something other than the shield is missing, and `detail` says what.
    enum Phase { case waiting, scanning, connecting, connected, stalled, lost, override }
    var phase: Phase
    var name = "", address = "", detail = ""
    /// The signal strength of the shield's last advertisement, in dBm, and its time.
    var signal: Int?, heardAt: Instant?
    /// When it changed; nil: now.
    var at: Instant?

    /// Whether it makes the same line of text; only screens show the signal strength.
    func looksTheSame(as other: LinkShown?) -> Bool {
        guard var other else { return false }
        (other.signal, other.heardAt, other.at) = (signal, heardAt, at)
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
