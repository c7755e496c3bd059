import WaldoCore

extension LinkStatus.Phase {
    /// The phase on a screen: in capitals where motion is at risk.
    var label: String {
        switch self {
        case .stalled: "STALLED"
        case .lost: "LOST"
        case .noPort: "waiting"
        case .waiting, .scanning, .connecting, .connected, .absent: rawValue
        }
    }

    /// The ink of the phase: worse than a warning where motion is at risk.
    var ink: Ink {
        switch self {
        case .connected: .good
        case .waiting, .noPort, .scanning, .connecting, .absent: .warning
        case .stalled, .lost: .bad
        }
    }
}
