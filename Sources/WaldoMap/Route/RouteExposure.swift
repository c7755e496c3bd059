/// What is expected on a route from the numbers measured at its places, without anything added for what is uncertain.
public struct RouteExposure: Equatable, Sendable {
    /// The rate times the hours, and its error at one standard deviation.
    public var dose = 0.0, sigma = 0.0

    /// A piece of the route between two nodes, by the numbers of what was measured there, in hours and metres.
    private struct Piece { var one: Int, other: Int, hours: Double, length: Double }

    /// Creates the exposure of a route.
    /// - Parameters:
    ///   - errorPerMetre: what a metre away from a measured place adds to the error of the rate.
    ///   - sharing: how many of the numbers rest on the same counts, on average; infinite: all of them, so that their
    ///     errors add up as they are.
    public init(
        _ route: FoundRoute, in network: some RouteNetwork, points: [MapPoint], errorPerMetre: Double,
        sharing: Double = 1
    ) {
        let pieces = zip(route.nodes, route.nodes.dropFirst()).compactMap { one, other in
            Self.edge(from: one, to: other, in: network).map {
                Piece(one: one, other: other, hours: $0.time, length: $0.length)
            }
        }
        self.init(pieces, { points[$0] }, errorPerMetre, sharing)
    }

    /// Creates the exposure of an arm's route, whose runs pass measured positions.
    public init(_ route: FoundRoute, in network: RunNetwork) {
        var pieces: [Piece] = []
        for (one, other) in zip(route.nodes, route.nodes.dropFirst()) {
            guard let edge = Self.edge(from: one, to: other, in: network) else { continue }
            let passed = network.passed(from: one, to: other)
            for (one, other) in zip(passed, passed.dropFirst()) {
                let hours = edge.time * network.part(one, other, ofRunFrom: passed[0], to: passed[passed.count - 1])
                let nodes = network.nodes, length = nodes[one].distance(to: nodes[other])
                pieces.append(
                    Piece(
                        one: nodes[one].measurement, other: nodes[other].measurement, hours: hours, length: length))
            }
        }
        var points: [Int: MapPoint] = [:]
        for node in network.nodes { points[node.measurement] = node.point }
        self.init(pieces, { points[$0] }, network.errorPerMetre, 1)
    }

    private static func edge(from one: Int, to other: Int, in network: some RouteNetwork) -> RouteEdge? {
        var edge: RouteEdge?
        network.edges(from: one) { if $0.target == other { edge = $0 } }
        return edge
    }

    /// Half of each piece's time belongs to the node at each of its ends.
    private init(_ pieces: [Piece], _ points: (Int) -> MapPoint?, _ errorPerMetre: Double, _ sharing: Double) {
        var hours: [Int: Double] = [:], between = 0.0
        for piece in pieces {
            hours[piece.one, default: 0] += piece.hours / 2
            hours[piece.other, default: 0] += piece.hours / 2
            // The error between places is one of the field, the same all along the edge.
            between += errorPerMetre * piece.length / 4 * piece.hours
        }
        var squares = 0.0, sum = 0.0
        for (node, time) in hours.sorted(by: { $0.key < $1.key }) {
            guard let point = points(node) else { continue }
            dose += max(0, point.value) * time
            let error = point.sigma * time
            squares += error * error
            sum += error
        }
        let counting = min(sum, (squares * sharing).squareRoot())
        sigma = (counting * counting + between * between).squareRoot()
    }
}
