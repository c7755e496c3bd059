/// The mean of points, weighted by the inverse square of their distances, none of which is 0.
struct WeightedMean {
    /// The mean, and its variance by the errors of the points.
    let value: Double, variance: Double
    /// The distance of points that are all equally far and weigh as much together, in metres.
    let distance: Double

    init(_ points: [MapPoint], _ found: Neighbours) {
        var sum = 0.0, weights = 0.0, squares = 0.0, minimum = Double.infinity, maximum = -Double.infinity
        for index in 0..<found.count {
            let (neighbour, square) = found[index], weight = 1 / square
            sum += weight * points[neighbour].value
            weights += weight
            minimum = min(minimum, points[neighbour].value)
            maximum = max(maximum, points[neighbour].value)
            let error = weight * points[neighbour].sigma
            squares += error * error
        }
        // Rounding does not make a mean of equal numbers another one.
        value = min(max(minimum, sum / weights), maximum)
        variance = squares / (weights * weights)
        distance = (Double(found.count) / weights).squareRoot()
    }
}
