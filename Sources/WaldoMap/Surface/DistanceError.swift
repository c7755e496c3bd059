/// The error that distance adds to an estimate, from what the points make of each other: each is left out in turn and
/// estimated by the rest.
enum DistanceError {
    /// At most so many points are left out in turn: enough for a percentile.
    private static let maxPoints = 4_096
    /// The part of the points that lies within two standard deviations.
    private static let part = 0.95

    /// The error in the unit of the points a metre of distance.
    static func perMetre(of points: [MapPoint], _ tree: PointTree, _ neighbours: Int) -> Double {
        guard points.count >= Surface.fewest else { return 0 }
        var found = Neighbours(capacity: neighbours)
        var needed: [Double] = [], distances: [Double] = [], sigmas: [Double] = []
        for index in stride(from: 0, to: points.count, by: (points.count + maxPoints - 1) / maxPoints) {
            let left = points[index]
            tree.nearest(to: left.point, excluding: index, &found)
            guard found.count > 0, found[0].square > 0 else { continue }
            let mean = WeightedMean(points, found)
            let residual = left.value - mean.value
            // What two standard deviations lack to reach the residual.
            let lacking = residual * residual / 4 - mean.variance - left.sigma * left.sigma
            needed.append(max(0, lacking).squareRoot() / mean.distance)
            distances.append(mean.distance)
            sigmas.append(left.sigma)
        }
        return fitted(needed, distances, sigmas)
    }

    /// The error a metre that is enough for 95 of 100 points.
    /// - Parameters:
    ///   - needed: what each point needs.
    ///   - distances: the distances from which the points were estimated, in metres.
    ///   - sigmas: the errors of points.
    static func fitted(_ needed: [Double], _ distances: [Double], _ sigmas: [Double]) -> Double {
        guard !needed.isEmpty, !sigmas.isEmpty else { return 0 }
        let needed = needed.sorted(), distances = distances.sorted(), sigmas = sigmas.sorted()
        // Also where all differences are explained by the errors of the points, a distance as between two of them
        // adds half of such an error.
        let least = sigmas[sigmas.count / 2] / distances[distances.count / 2] / 2
        return max(least, needed[min(needed.count - 1, Int(Double(needed.count) * part))])
    }
}
