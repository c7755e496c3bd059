/// A route through a network.
public struct FoundRoute: Equatable, Sendable {
    /// The nodes that it passes, the first and the last included.
    public var nodes: [Int]
    /// What it costs by the weights.
    public var cost: Double
    /// How long it takes in hours.
    public var time = 0.0
    /// What is received on it, with what is uncertain on top.
    public var dose = 0.0
    /// How long it is in metres.
    public var length = 0.0
}
