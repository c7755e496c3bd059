/// Places and the ways between them. Time is in hours, rates are in the unit of the survey's stream an hour.
public protocol RouteNetwork: Sendable {
    /// How many places there are; they are numbered from 0.
    var count: Int { get }
    /// The least rate of any place, at least 0.
    var leastRate: Double { get }
    /// The hours from a place to another that no way between them can be shorter than.
    func shortest(from place: Int, to other: Int) -> Double
    /// Calls the body with each way from a place.
    func ways(from place: Int, _ body: (RouteWay) -> Void)
    /// Where a place is, in metres.
    func point(_ place: Int) -> PlanePoint
}

/// A way from one place to another.
public struct RouteWay: Equatable, Sendable {
    /// Where it leads.
    public var target: Int
    /// How long it takes in hours.
    public var time: Double
    /// What is received on it: the rate times the hours, with what the rate is uncertain by on top, so that ground
    /// that nobody measured is never free.
    public var dose: Double
    /// How long it is in metres.
    public var length: Double

    /// Creates a way from its parts.
    public init(target: Int, time: Double, dose: Double, length: Double) {
        (self.target, self.time, self.dose, self.length) = (target, time, dose, length)
    }
}
