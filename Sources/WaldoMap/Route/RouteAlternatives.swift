/// Routes from the shortest to the cleanest.
public enum RouteAlternatives {
    /// Several routes between two nodes, the fastest first; each is better than all others for some weights.
    /// - Parameters:
    ///   - weights: for the route that is wanted; it is among them.
    ///   - count: how many at most, at least 1.
    public static func routes(
        in network: some RouteNetwork, from start: Int, to end: Int, _ weights: RouteWeights, count: Int
    ) -> [FoundRoute] {
        let search = RouteSearch(network)
        guard let wanted = search.route(from: start, to: end, weights) else { return [] }
        var routes = [wanted]
        func add(_ weights: RouteWeights) -> FoundRoute? {
            guard let route = search.route(from: start, to: end, weights) else { return nil }
            // Equal but for rounding: another order of the same steps.
            let isKnown = routes.contains { isSame($0.time, route.time) && isSame($0.dose, route.dose) }
            if !isKnown { routes.append(route) }
            return isKnown ? nil : route
        }
        // The ends: time alone with the dose to decide between equals, and the dose alone with the time to do so.
        let scale = wanted.dose > 0 ? max(wanted.time, .leastNormalMagnitude) / wanted.dose : 1
        if count > 1 { _ = add(RouteWeights(dose: scale * 1e-6, time: 1)) }
        if count > 2 { _ = add(RouteWeights(dose: scale, time: 1e-6)) }
        // Between two neighbours, the weights at which both cost the same: a third one that is better is between
        // them.
        var isComplete = false
        while routes.count < count, !isComplete {
            isComplete = true
            routes.sort { $0.time < $1.time }
            for (one, other) in zip(routes, routes.dropFirst()) where routes.count < count {
                let (time, dose) = (other.time - one.time, one.dose - other.dose)
                guard time > 0, dose > 0 else { continue }
                if add(RouteWeights(dose: time, time: dose)) != nil { isComplete = false }
            }
        }
        return routes.sorted { $0.time < $1.time }
    }

    private static func isSame(_ one: Double, _ other: Double) -> Bool {
        abs(one - other) <= 1e-9 * max(abs(one), abs(other))
    }
}
