/// Decides when to warn the operator of an input's battery: once when it is low, once when it is critical. Charging
/// silences both, and has them said again after it.
public struct BatteryRule: Sendable {
    /// A driver's number goes up and down by some percent: what was said is said again only beyond this.
    private static let recovered = 20

    private var said: Battery.Warning?

    /// Nothing has been said yet.
    public init() {}

    /// The warning to say now; nil: none, or it was said.
    public mutating func warning(for battery: Battery) -> Battery.Warning? {
        guard let warning = battery.warning else {
            let hasRecovered = battery.percent.map { $0 >= Self.recovered } ?? true
            if battery.isCharging || hasRecovered { said = nil }
            return nil
        }
        guard said.map({ $0 < warning }) ?? true else { return nil }
        said = warning
        return warning
    }
}

extension Battery.Warning {
    /// What the operator reads of it.
    public func sentence(_ battery: Battery) -> String {
        let left = battery.percent.map { " (\($0) %)" } ?? ""
        return switch self {
        case .low: "the input's battery is low\(left): charge it soon"
        case .critical: "the input's battery is nearly empty\(left): charge it; an input that goes off halts the arm"
        }
    }
}
