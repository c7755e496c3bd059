internal import WaldoCore

/// An input's state for display.
struct InputShown: Equatable {
    enum Phase { case waiting, added, lost, resynced, ignored, noted, paused, playing }
    var phase: Phase
    var name = "", detail = "", mapping = ""
    /// What is printed on its buttons; nil: nothing is known of it.
    var pad: PadButtons?
}

extension InputShown.Phase {
    var word: StaticString {
        switch self {
        case .waiting: "waiting"
        case .added: "added"
        case .lost: "lost"
        case .resynced: "resynced"
        case .ignored: "ignored"
        case .noted: "noted"
        case .paused: "paused"
        case .playing: "playing"
        }
    }
}
