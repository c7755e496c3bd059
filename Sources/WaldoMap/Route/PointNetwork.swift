/// Measured points, each with edges to the nearest others.
public struct PointNetwork: RouteNetwork {
    /// How it is made.
    public struct Rules: Equatable, Sendable {
        /// How fast one goes, in m/s.
        public var speed: Double
        /// The longest edge between two points in metres.
        public var reach: Double
        /// How many of the nearest points are joined to each.
        public var neighbours: Int

        /// Creates rules; by default those of a walk.
        public init(speed: Double = 1.4, reach: Double = 50, neighbours: Int = 8) {
            (self.speed, self.reach, self.neighbours) = (speed, reach, neighbours)
        }
    }

    /// The points.
    public let points: [MapPoint]
    private let rules: Rules
    /// The edges of each point lie between its first and that of the next.
    private var firsts: [Int32]
    private var edges: [RouteEdge] = []

    /// The least rate of an edge.
    public private(set) var leastRate = Double.infinity

    /// Creates a network.
    /// - Parameters:
    ///   - points: measured rates at different places.
    ///   - errorPerMetre: what a metre away from a measured point adds to the error of the rate.
    ///   - keepOut: where no edge may lead.
    public init(_ points: [MapPoint], errorPerMetre: Double, _ rules: Rules = Rules(), keepOut: KeepOut = KeepOut()) {
        self.points = points
        self.rules = rules
        let pairs = Self.pairs(points, rules, keepOut)
        firsts = [Int32](repeating: 0, count: points.count + 1)
        for (one, other) in pairs {
            firsts[Int(one) + 1] += 1
            firsts[Int(other) + 1] += 1
        }
        for node in points.indices { firsts[node + 1] += firsts[node] }
        var next = firsts
        edges = [RouteEdge](repeating: RouteEdge(target: 0, time: 0, dose: 0, length: 0), count: pairs.count * 2)
        for (one, other) in pairs {
            let (first, second) = (points[Int(one)], points[Int(other)])
            let length = first.point.distance(to: second.point), time = length / rules.speed / 3600
            // On average a place on the edge is a quarter of its length away from the nearer end.
            let rate =
                (max(0, first.value) + first.sigma + max(0, second.value) + second.sigma) / 2
                + errorPerMetre * length / 4
            leastRate = min(leastRate, rate)
            for (from, to) in [(one, other), (other, one)] {
                edges[Int(next[Int(from)])] = RouteEdge(target: Int(to), time: time, dose: rate * time, length: length)
                next[Int(from)] += 1
            }
        }
        if pairs.isEmpty { leastRate = 0 }
    }

    /// How many points there are.
    public var count: Int { points.count }

    /// Where a point is, in metres.
    public func point(_ node: Int) -> PlanePoint { points[node].point }

    /// The hours of the straight line between two points.
    public func shortest(from node: Int, to other: Int) -> Double {
        points[node].point.distance(to: points[other].point) / rules.speed / 3600
    }

    /// Calls the body with each edge from a point.
    public func edges(from node: Int, _ body: (RouteEdge) -> Void) {
        for index in Int(firsts[node])..<Int(firsts[node + 1]) { body(edges[index]) }
    }

    /// The pairs of points that are joined, each once.
    private static func pairs(_ points: [MapPoint], _ rules: Rules, _ keepOut: KeepOut) -> [(Int32, Int32)] {
        let tree = PointTree(points.map(\.point))
        var found = Neighbours(capacity: rules.neighbours, reach: rules.reach)
        var lists: [Int32] = [], ends: [Int] = []
        lists.reserveCapacity(points.count * rules.neighbours)
        for (node, point) in points.enumerated() {
            tree.nearest(to: point.point, excluding: node, &found)
            for index in found.indices { lists.append(Int32(index)) }
            ends.append(lists.count)
        }
        func list(_ node: Int) -> ArraySlice<Int32> { lists[(node > 0 ? ends[node - 1] : 0)..<ends[node]] }
        var pairs: [(Int32, Int32)] = []
        for node in points.indices {
            for other in list(node) {
                // A pair that each has found is the one's with the smaller number.
                guard node < other || !list(Int(other)).contains(Int32(node)) else { continue }
                guard !keepOut.blocks(points[node].point, points[Int(other)].point) else { continue }
                pairs.append((Int32(node), other))
            }
        }
        return pairs
    }
}
