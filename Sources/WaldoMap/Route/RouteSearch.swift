/// Finds the cheapest route by A*: what is left is taken for at least the shortest time at the least rate, which
/// never is too much, so that the first route to arrive is the best one.
public struct RouteSearch<Network: RouteNetwork>: Sendable {
    private let network: Network

    /// Creates a search in a network.
    public init(_ network: Network) { self.network = network }

    /// The cheapest route.
    /// - Returns: nil where no edges lead there.
    public func route(from start: Int, to end: Int, _ weights: RouteWeights) -> FoundRoute? {
        var costs = [Double](repeating: .infinity, count: network.count)
        var from = [Int32](repeating: -1, count: network.count)
        var isDone = [Bool](repeating: false, count: network.count)
        var open = RouteHeap()
        let leastRate = weights.time + weights.dose * network.leastRate
        costs[start] = 0
        open.add(start, 0)
        while let (_, node) = open.removeFirst() {
            if isDone[node] { continue }
            if node == end { return found(start, end, from, costs[end]) }
            isDone[node] = true
            let cost = costs[node]
            network.edges(from: node) { edge in
                let reached = cost + weights.cost(edge)
                guard !isDone[edge.target], reached < costs[edge.target] else { return }
                costs[edge.target] = reached
                from[edge.target] = Int32(node)
                open.add(edge.target, reached + network.shortest(from: edge.target, to: end) * leastRate)
            }
        }
        return nil
    }

    private func found(_ start: Int, _ end: Int, _ from: [Int32], _ cost: Double) -> FoundRoute {
        var nodes = [end]
        while let last = nodes.last, last != start { nodes.append(Int(from[last])) }
        nodes.reverse()
        var route = FoundRoute(nodes: nodes, cost: cost)
        for (node, next) in zip(nodes, nodes.dropFirst()) {
            var best: RouteEdge?
            network.edges(from: node) { edge in
                if edge.target == next, edge.time + edge.dose < best.map({ $0.time + $0.dose }) ?? .infinity {
                    best = edge
                }
            }
            guard let best else { continue }
            route.time += best.time
            route.dose += best.dose
            route.length += best.length
        }
        return route
    }
}
