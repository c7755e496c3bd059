/// Finds the cheapest route by A*: what is left is taken for at least the shortest time at the least rate, which
/// never is too much, so that the first route to arrive is the best one.
public struct RouteSearch<Network: RouteNetwork>: Sendable {
    private let network: Network

    /// Creates a search in a network.
    public init(_ network: Network) { self.network = network }

    /// The cheapest route.
    /// - Returns: nil where no way leads there.
    public func route(from start: Int, to end: Int, _ weights: RouteWeights) -> FoundRoute? {
        var costs = [Double](repeating: .infinity, count: network.count)
        var from = [Int32](repeating: -1, count: network.count)
        var isDone = [Bool](repeating: false, count: network.count)
        var open = RouteHeap()
        let leastRate = weights.time + weights.dose * network.leastRate
        costs[start] = 0
        open.add(start, 0)
        while let (_, place) = open.removeFirst() {
            if isDone[place] { continue }
            if place == end { return found(start, end, from, costs[end]) }
            isDone[place] = true
            let cost = costs[place]
            network.ways(from: place) { way in
                let reached = cost + weights.cost(way)
                guard !isDone[way.target], reached < costs[way.target] else { return }
                costs[way.target] = reached
                from[way.target] = Int32(place)
                open.add(way.target, reached + network.shortest(from: way.target, to: end) * leastRate)
            }
        }
        return nil
    }

    private func found(_ start: Int, _ end: Int, _ from: [Int32], _ cost: Double) -> FoundRoute {
        var places = [end]
        while let last = places.last, last != start { places.append(Int(from[last])) }
        places.reverse()
        var route = FoundRoute(places: places, cost: cost)
        for (place, next) in zip(places, places.dropFirst()) {
            var best: RouteWay?
            network.ways(from: place) { way in
                if way.target == next, way.time + way.dose < best.map({ $0.time + $0.dose }) ?? .infinity { best = way }
            }
            guard let best else { continue }
            route.time += best.time
            route.dose += best.dose
            route.length += best.length
        }
        return route
    }
}
