internal import WaldoTerminal

extension DashboardView.Transport {
    /// What carries a drive's commands, as the dashboard has it.
    init(_ transport: DriveTransport) {
        self =
            switch transport {
            case .shield: .shield
            case .override: .override
            case .simulation: .simulated
            }
    }
}
