internal import WaldoPanel

extension PanelTransport {
    /// The word for what carries a drive's commands.
    init(_ transport: DriveTransport) {
        self =
            switch transport {
            case .shield: .shield
            case .override: .override
            case .simulation: .simulated
            }
    }
}
