public import WaldoTime

/// The measured positions of an arm, each a node with runs along one channel at a time to the others of its row.
///
/// An arm is busy with a command for a base time and a time a unit: one long run is shorter than several short ones,
/// so that each position has a way to each other one that differs from it in one channel only.
public struct RunNetwork: RouteNetwork {
    /// A channel that positions the hand.
    public struct Axis: Equatable, Sendable {
        /// How long the arm is busy with a command, and with each unit of it.
        public var base: TimeSpan, perUnit: TimeSpan

        /// Creates an axis.
        public init(base: TimeSpan, perUnit: TimeSpan) { (self.base, self.perUnit) = (base, perUnit) }

        func hours(_ units: Double) -> Double { (base.inSeconds + perUnit.inSeconds * units) / 3_600 }
    }

    /// A measured position.
    public struct Node: Equatable, Sendable {
        /// The numbers of the axes' channels.
        public var numbers: [Double]
        /// What was measured there, on the plane of the map.
        public var point: MapPoint

        /// Creates a position.
        public init(_ numbers: [Double], _ point: MapPoint) { (self.numbers, self.point) = (numbers, point) }
    }

    /// The positions.
    public let nodes: [Node]
    private let axes: [Axis]
    private var ways: [[RouteWay]] = []

    /// The least mean rate of a run.
    public private(set) var leastRate = Double.infinity

    /// Creates a network.
    /// - Parameter errorPerMetre: what a metre away from a measured position adds to the error of the rate.
    public init(_ nodes: [Node], axes: [Axis], errorPerMetre: Double, keepOut: KeepOut = KeepOut()) {
        self.nodes = nodes
        self.axes = axes
        ways = [[RouteWay]](repeating: [], count: nodes.count)
        for axis in axes.indices {
            let rows = Dictionary(grouping: nodes.indices) { index in
                nodes[index].numbers.indices.filter { $0 != axis }.map { nodes[index].numbers[$0] }
            }
            for row in rows.values {
                addRuns(row.sorted { nodes[$0].numbers[axis] < nodes[$1].numbers[axis] }, axis, errorPerMetre, keepOut)
            }
        }
        for place in ways.indices { ways[place].sort { $0.target < $1.target } }
        if leastRate == .infinity { leastRate = 0 }
    }

    /// Adds the runs between all positions of a row, in the order of the axis.
    private mutating func addRuns(_ row: [Int], _ axis: Int, _ errorPerMetre: Double, _ keepOut: KeepOut) {
        for (place, first) in row.enumerated() {
            var length = 0.0, weighted = 0.0, isBlocked = false
            for (before, last) in zip(row[place...], row[(place + 1)...]) where !isBlocked {
                let one = nodes[before].point, other = nodes[last].point
                isBlocked = keepOut.blocks(one.point, other.point)
                guard !isBlocked else { continue }
                let part = one.point.distance(to: other.point)
                let rate =
                    (max(0, one.value) + one.sigma + max(0, other.value) + other.sigma) / 2 + errorPerMetre * part / 4
                let units = nodes[last].numbers[axis] - nodes[before].numbers[axis]
                weighted += rate * units
                length += part
                let all = nodes[last].numbers[axis] - nodes[first].numbers[axis]
                guard all > 0 else { continue }
                // What the base time is spent at: the mean of the way.
                let time = axes[axis].hours(all), mean = weighted / all
                leastRate = min(leastRate, mean)
                ways[first].append(RouteWay(target: last, time: time, dose: mean * time, length: length))
                ways[last].append(RouteWay(target: first, time: time, dose: mean * time, length: length))
            }
        }
    }

    /// How many positions there are.
    public var count: Int { nodes.count }

    /// Where a position is, in metres.
    public func point(_ place: Int) -> PlanePoint { nodes[place].point.point }

    /// The hours of one run along each channel that differs.
    public func shortest(from place: Int, to other: Int) -> Double {
        var hours = 0.0
        for (axis, pair) in zip(nodes[place].numbers, nodes[other].numbers).enumerated() where pair.0 != pair.1 {
            hours += axes[axis].hours(abs(pair.0 - pair.1))
        }
        return hours
    }

    /// Calls the body with each run from a position.
    public func ways(from place: Int, _ body: (RouteWay) -> Void) {
        for way in ways[place] { body(way) }
    }
}
