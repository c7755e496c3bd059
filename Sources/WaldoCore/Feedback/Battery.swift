/// The battery of an input, as its driver states it.
public struct Battery: Equatable, Sendable {
    /// What a driver states that counts no percent.
    public enum Level: String, CaseIterable, Sendable {
        case critical, low, normal, high, full
    }

    /// What is left: 0...100; nil: the driver states a level alone.
    public var percent: Int?
    /// The driver's word for what is left; nil: it has none.
    public var level: Level?
    /// Whether it is charged, or full on a cable.
    public var isCharging: Bool

    /// Creates a battery's state.
    public init(percent: Int? = nil, level: Level? = nil, isCharging: Bool = false) {
        self.percent = percent.map { max(0, min(100, $0)) }
        self.level = level
        self.isCharging = isCharging
    }

    /// Why the operator has to think of it, in order.
    public enum Warning: String, Comparable, Sendable {
        /// At 15 % or below.
        case low
        /// At 5 % or below: the pad may switch itself off at any moment.
        case critical

        /// Low comes before critical.
        public static func < (a: Warning, b: Warning) -> Bool { a == .low && b == .critical }
    }

    /// The warning that is due as it is; nil: none, or it is being charged.
    public var warning: Warning? {
        if isCharging { return nil }
        if let percent { return percent <= 5 ? .critical : percent <= 15 ? .low : nil }
        switch level {
        case .critical: return .critical
        case .low: return .low
        case .normal, .high, .full, nil: return nil
        }
    }

    /// For screens: "57 %", "12 %, low", "normal", "80 %, charging".
    public var text: String {
        guard let percent else { return (level?.rawValue ?? "unknown") + (isCharging ? ", charging" : "") }
        let word = isCharging ? "charging" : warning?.rawValue
        return "\(percent) %" + (word.map { ", \($0)" } ?? "")
    }
}
