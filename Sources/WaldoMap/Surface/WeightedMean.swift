/// The mean of points, weighted by the inverse square of their distances, none of which is 0.
struct WeightedMean {
    /// The mean, and its variance by the errors of the points.
    let value: Double, variance: Double
    /// The distance of points that are all equally far and weigh as much together, in metres.
    let distance: Double

    init(_ points: [MapPoint], _ found: Neighbours) {
        var sum = 0.0, weights = 0.0, squares = 0.0, least = Double.infinity, most = -Double.infinity
        for index in 0..<found.count {
            let (place, square) = found[index], weight = 1 / square
            sum += weight * points[place].value
            weights += weight
            least = min(least, points[place].value)
            most = max(most, points[place].value)
            let error = weight * points[place].sigma
            squares += error * error
        }
        // Rounding does not make a mean of equal numbers another one.
        value = min(max(least, sum / weights), most)
        variance = squares / (weights * weights)
        distance = (Double(found.count) / weights).squareRoot()
    }
}
