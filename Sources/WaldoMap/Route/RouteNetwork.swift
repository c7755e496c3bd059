/// Nodes and the edges between them. Time is in hours, rates are in the unit of the survey's stream an hour.
public protocol RouteNetwork: Sendable {
    /// How many nodes there are; they are numbered from 0.
    var count: Int { get }
    /// The least rate of any node, at least 0.
    var leastRate: Double { get }
    /// The hours from a node to another that no route between them can be shorter than.
    func shortest(from node: Int, to other: Int) -> Double
    /// Calls the body with each edge from a node.
    func edges(from node: Int, _ body: (RouteEdge) -> Void)
    /// Where a node is, in metres.
    func point(_ node: Int) -> PlanePoint
}

/// An edge from one node to another.
public struct RouteEdge: Equatable, Sendable {
    /// Where it leads.
    public var target: Int
    /// How long it takes in hours.
    public var time: Double
    /// What is received on it: the rate times the hours, with what the rate is uncertain by on top, so that ground
    /// that nobody measured is never free.
    public var dose: Double
    /// How long it is in metres.
    public var length: Double

    /// Creates an edge from its parts.
    public init(target: Int, time: Double, dose: Double, length: Double) {
        (self.target, self.time, self.dose, self.length) = (target, time, dose, length)
    }
}
