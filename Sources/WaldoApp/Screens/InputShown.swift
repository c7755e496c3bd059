internal import WaldoCore

/// An input's state for display.
struct InputShown: Equatable {
    enum Phase { case waiting, added, lost, silent, heard, resynced, ignored, offered, noted, paused, playing }
    var phase: Phase
    var name = "", detail = "", mapping = ""
    /// The mapping's file and where it comes from, as lists name it.
    var file = ""
    /// What is printed on its buttons; nil: nothing is known of it.
    var pad: PadButtons?
}

extension InputShown.Phase {
    var word: StaticString {
        switch self {
        case .waiting: "waiting"
        case .added: "added"
        case .lost: "lost"
        case .silent: "silent"
        case .heard: "heard"
        case .resynced: "resynced"
        case .ignored: "ignored"
        case .offered: "offered"
        case .noted: "noted"
        case .paused: "paused"
        case .playing: "playing"
        }
    }
}
