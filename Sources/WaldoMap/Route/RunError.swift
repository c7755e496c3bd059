/// The error of a rate between two measured positions of an arm, from what positions make of the one between them.
enum RunError {
    /// The error in the unit of the points a metre of distance.
    /// - Parameter rows: positions that differ in one channel only, in its order.
    static func perMetre(of nodes: [RunNetwork.Node], rows: [[Int]]) -> Double {
        var needed: [Double] = [], distances: [Double] = []
        for row in rows {
            for (before, (middle, after)) in zip(row, zip(row.dropFirst(), row.dropFirst(2))) {
                let near = nodes[before].distance(to: nodes[middle]), far = nodes[middle].distance(to: nodes[after])
                let distance = min(near, far)
                guard distance > 0 else { continue }
                let weight = far / (near + far)
                let one = nodes[before].point, other = nodes[after].point, left = nodes[middle].point
                let residual = left.value - one.value * weight - other.value * (1 - weight)
                let errors = [left.sigma, one.sigma * weight, other.sigma * (1 - weight)]
                // What two standard deviations lack to reach the residual.
                let lacking = residual * residual / 4 - errors.reduce(0) { $0 + $1 * $1 }
                needed.append(max(0, lacking).squareRoot() / distance)
                distances.append(distance)
            }
        }
        return DistanceError.fitted(needed, distances, nodes.map(\.point.sigma))
    }
}
