import WaldoStore
import WaldoTime

extension SurveySummary {
    /// How long its sessions took together.
    var measured: TimeSpan { sessions.reduce(.zero) { $0 + $1.measured } }
}

extension SessionSummary {
    /// How long it took, from its first to its last row.
    var measured: TimeSpan {
        guard let start, let end else { return .zero }
        return end - start
    }
}
