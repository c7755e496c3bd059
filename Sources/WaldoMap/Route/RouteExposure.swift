/// What is expected on a route from the numbers measured at its places, without anything added for what is uncertain.
public struct RouteExposure: Equatable, Sendable {
    /// The rate times the hours, and its error at one standard deviation.
    public var dose = 0.0, sigma = 0.0

    /// Creates the exposure of a route: half of each way's time belongs to the place at each of its ends.
    /// - Parameters:
    ///   - errorPerMetre: what a metre away from a measured place adds to the error of the rate.
    ///   - sharing: how many of the numbers rest on the same counts, on average; infinite: all of them, so that their
    ///     errors add up as they are.
    public init(
        _ route: FoundRoute, in network: some RouteNetwork, points: [MapPoint], errorPerMetre: Double,
        sharing: Double = 1
    ) {
        var hours = [Double](repeating: 0, count: route.places.count), between = 0.0
        for (index, ends) in zip(route.places, route.places.dropFirst()).enumerated() {
            var way: RouteWay?
            network.ways(from: ends.0) { if $0.target == ends.1 { way = $0 } }
            guard let way else { continue }
            hours[index] += way.time / 2
            hours[index + 1] += way.time / 2
            // The error between places is one of the field, the same all along the way.
            between += errorPerMetre * way.length / 4 * way.time
        }
        var squares = 0.0, sum = 0.0
        for (place, time) in zip(route.places, hours) {
            dose += max(0, points[place].value) * time
            let error = points[place].sigma * time
            squares += error * error
            sum += error
        }
        let counting = min(sum, (squares * sharing).squareRoot())
        sigma = (counting * counting + between * between).squareRoot()
    }
}
