internal import WaldoTerminal

extension DashboardView.Link.Phase {
    /// The phase of a link as the dashboard has it.
    init(_ phase: LinkShown.Phase) {
        self =
            switch phase {
            case .waiting: .waiting
            case .scanning: .scanning
            case .connecting: .connecting
            case .connected: .connected
            case .stalled: .stalled
            case .lost: .lost
            case .override: .none
            }
    }
}
