/// What a route costs: a factor for what is received on it, and one for its hours.
public struct RouteWeights: Equatable, Sendable {
    /// The cost of one unit of the dose, and of an hour.
    public var dose: Double, time: Double

    /// Creates weights; by default a unit of dose costs as much as ten hours.
    public init(dose: Double = 1, time: Double = 0.1) { (self.dose, self.time) = (dose, time) }

    func cost(_ edge: RouteEdge) -> Double { dose * edge.dose + time * edge.time }

    /// What a route costs.
    public func cost(_ route: FoundRoute) -> Double { dose * route.dose + time * route.time }
}
