internal import WaldoPanel

extension PanelState {
    /// Copies a link's state.
    mutating func show(_ shown: LinkShown) {
        link = "\(shown.phase.word)"
        shield = shown.name.isEmpty ? shown.address : shown.name
        rssi = shown.signal
        linkDetail = [shown.address, shown.detail].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// Copies an input's state.
    mutating func show(_ shown: InputShown) {
        switch shown.phase {
        case .added: input = shown.name
        case .lost: (input, battery) = ("", nil)
        case .silent: input = ""
        case .heard: input = shown.name
        case .waiting, .resynced, .ignored, .offered, .noted, .paused, .playing: break
        }
    }
}
