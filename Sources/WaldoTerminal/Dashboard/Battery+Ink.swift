import WaldoCore

extension Battery {
    var ink: Ink {
        switch warning {
        case .critical: .bad
        case .low: .warning
        case nil: .plain
        }
    }
}
