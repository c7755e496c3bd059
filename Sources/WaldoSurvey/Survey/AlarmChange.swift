public import WaldoTime

/// A graph's alarm was raised or has cleared.
public struct AlarmChange: Equatable, Sendable {
    /// Why an alarm is raised.
    public enum Cause: String, Equatable, Sendable, CaseIterable {
        /// The value is above the alarm's level.
        case above
        /// The value is below the alarm's level.
        case below
        /// The counts differ from their baseline by more than chance explains.
        case anomaly
        /// The count rate is too high for a dead-time correction.
        case saturated
        /// No valid number has come for the time that the alarm allows.
        case silent
    }

    /// The alarm's node in the graph.
    public var node: String
    /// When, on the session's clock.
    public var at: Instant
    /// Why it is raised; nil: it has cleared.
    public var cause: Cause?
    /// The value that has raised or cleared it; nil for `silent` and `saturated`.
    public var value: Double?
    /// Whether it halts the arm.
    public var halts: Bool

    /// Creates a change from its parts.
    public init(node: String, at: Instant, cause: Cause?, value: Double? = nil, halts: Bool = false) {
        self.node = node
        self.at = at
        self.cause = cause
        self.value = value
        self.halts = halts
    }
}
