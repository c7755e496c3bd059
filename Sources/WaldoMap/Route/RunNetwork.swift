public import WaldoCore
public import WaldoSurvey
import WaldoTime

/// The measured positions of an arm, each a node with runs along one channel at a time to the others of its row.
///
/// An arm is busy with a command for a base time and a time a unit: one long run is shorter than several short ones,
/// so that each position has an edge to each other one that differs from it in one channel only.
public struct RunNetwork: RouteNetwork {
    /// A measured position.
    public struct Node: Equatable, Sendable {
        /// The numbers of the axes' channels, in units of 10^-decimals.
        public var numbers: [Int32]
        /// Where the hand is there, in metres from the arm's base.
        public var place: Place
        /// What was measured there, on the plane of the map.
        public var point: MapPoint
        /// The number of that measurement, which positions at the same place share.
        public var measurement: Int

        /// Creates a position.
        public init(_ numbers: [Int32], _ place: Place, _ point: MapPoint, measurement: Int) {
            (self.numbers, self.place, self.point, self.measurement) = (numbers, place, point, measurement)
        }

        func distance(to other: Node) -> Double {
            let x = place.x - other.place.x, y = place.y - other.place.y
            let z = (place.z ?? 0) - (other.place.z ?? 0)
            return (x * x + y * y + z * z).squareRoot()
        }
    }

    /// The positions.
    public let nodes: [Node]
    /// What a metre away from a measured position adds to the error of the rate.
    public let errorPerMetre: Double
    private let axes: [ChannelProfile.Busy]
    private var edges: [[RouteEdge]] = []

    /// The least mean rate of a run.
    public private(set) var leastRate = Double.infinity

    /// Creates a network.
    /// - Parameters:
    ///   - axes: how long the arm is busy with a command for each channel, and with each unit of it.
    ///   - errorPerMetre: what a metre away from a measured position adds to the error of the rate; nil: as much as
    ///     the positions make of each other.
    public init(
        _ nodes: [Node], axes: [ChannelProfile.Busy], errorPerMetre: Double? = nil, keepOut: KeepOut = KeepOut()
    ) {
        self.nodes = nodes
        self.axes = axes
        edges = [[RouteEdge]](repeating: [], count: nodes.count)
        let rows = axes.indices.map { Self.rows(nodes, along: $0) }
        self.errorPerMetre = errorPerMetre ?? RunError.perMetre(of: nodes, rows: rows.flatMap(\.self))
        for (axis, rows) in rows.enumerated() {
            for row in rows { addRuns(row, axis, keepOut) }
        }
        for node in edges.indices { edges[node].sort { $0.target < $1.target } }
        if leastRate == .infinity { leastRate = 0 }
    }

    /// How many runs a network of such nodes has.
    public static func runCount(of nodes: [Node]) -> Int {
        guard let axes = nodes.first?.numbers.indices else { return 0 }
        return axes.reduce(0) { sum, axis in sum + rows(nodes, along: axis).reduce(0) { $0 + $1.count * ($1.count - 1) }
        }
    }

    /// The nodes that differ in one axis only, in its order.
    private static func rows(_ nodes: [Node], along axis: Int) -> [[Int]] {
        let rows = Dictionary(grouping: nodes.indices) { index in
            nodes[index].numbers.indices.filter { $0 != axis }.map { nodes[index].numbers[$0] }
        }
        return rows.values.map { row in row.sorted { nodes[$0].numbers[axis] < nodes[$1].numbers[axis] } }
            .sorted { $0[0] < $1[0] }
    }

    /// Adds the runs between all positions of a row, in the order of the axis.
    private mutating func addRuns(_ row: [Int], _ axis: Int, _ keepOut: KeepOut) {
        for (index, first) in row.enumerated() {
            var length = 0.0, weighted = 0.0, isBlocked = false
            for (before, last) in zip(row[index...], row[(index + 1)...]) where !isBlocked {
                let one = nodes[before].point, other = nodes[last].point
                isBlocked = keepOut.blocks(one.point, other.point)
                guard !isBlocked else { continue }
                let part = nodes[before].distance(to: nodes[last])
                let rate =
                    (max(0, one.value) + one.sigma + max(0, other.value) + other.sigma) / 2 + errorPerMetre * part / 4
                weighted += rate * units(before, last, axis)
                length += part
                let all = units(first, last, axis)
                guard all > 0 else { continue }
                // What the base time is spent at: the mean of the run.
                let time = hours(axis, all), mean = weighted / all
                leastRate = min(leastRate, mean)
                edges[first].append(RouteEdge(target: last, time: time, dose: mean * time, length: length))
                edges[last].append(RouteEdge(target: first, time: time, dose: mean * time, length: length))
            }
        }
    }

    /// The part of the run between two positions that lies between two of those that it passes.
    func part(_ one: Int, _ other: Int, ofRunFrom first: Int, to last: Int) -> Double {
        guard let axis = axes.indices.first(where: { nodes[first].numbers[$0] != nodes[last].numbers[$0] }) else {
            return 1
        }
        return units(one, other, axis) / units(first, last, axis)
    }

    private func units(_ one: Int, _ other: Int, _ axis: Int) -> Double {
        (Double(nodes[other].numbers[axis]) - Double(nodes[one].numbers[axis])).magnitude
    }

    private func hours(_ axis: Int, _ units: Double) -> Double {
        (axes[axis].base.inSeconds + axes[axis].perUnit.inSeconds * units) / 3_600
    }

    /// How many positions there are.
    public var count: Int { nodes.count }

    /// Where a position is, in metres.
    public func point(_ node: Int) -> PlanePoint { nodes[node].point.point }

    /// The hours of one run along each channel that differs.
    public func shortest(from node: Int, to other: Int) -> Double {
        axes.indices.reduce(0) { sum, axis in
            let units = units(node, other, axis)
            return units == 0 ? sum : sum + hours(axis, units)
        }
    }

    /// Calls the body with each run from a position.
    public func edges(from node: Int, _ body: (RouteEdge) -> Void) {
        for edge in edges[node] { body(edge) }
    }

    /// The positions that a run passes, from one of its ends to the other, both included.
    public func passed(from node: Int, to other: Int) -> [Int] {
        guard let axis = axes.indices.first(where: { nodes[node].numbers[$0] != nodes[other].numbers[$0] }) else {
            return [node]
        }
        let ends = [nodes[node].numbers[axis], nodes[other].numbers[axis]].sorted()
        let row = nodes.indices.filter { index in
            (ends[0]...ends[1]).contains(nodes[index].numbers[axis])
                && axes.indices.allSatisfy { $0 == axis || nodes[index].numbers[$0] == nodes[node].numbers[$0] }
        }
        let isForward = nodes[node].numbers[axis] < nodes[other].numbers[axis]
        return row.sorted { (nodes[$0].numbers[axis] < nodes[$1].numbers[axis]) == isForward }
    }
}
