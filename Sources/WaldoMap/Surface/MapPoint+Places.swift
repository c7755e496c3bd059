internal import WaldoCore
internal import WaldoTime

extension MapPoint {
    /// The points of places on a plane. Places that differ only along the line of sight, as the layers of a raster,
    /// are one point: their mean, weighted by exposure.
    public static func points(of places: [MeasuredPlace], on plane: MapPlane) -> [MapPoint] {
        var sums: [PlanePoint: (weight: Double, value: Double, square: Double)] = [:], order: [PlanePoint] = []
        for place in places {
            guard let point = plane.point(place.place) else { continue }
            let key = plane.system == .arm ? PlanePoint(x: rounded(point.x), y: rounded(point.y)) : point
            if sums[key] == nil { order.append(key) }
            let weight = place.exposure.inSeconds, error = weight * place.sigma
            sums[key, default: (0, 0, 0)].weight += weight
            sums[key, default: (0, 0, 0)].value += weight * place.value
            sums[key, default: (0, 0, 0)].square += error * error
        }
        return order.compactMap { key in
            sums[key].map {
                MapPoint(key, value: $0.value / $0.weight, sigma: $0.square.squareRoot() / $0.weight)
            }
        }
    }

    /// Points of an arm within a millimetre are one.
    private static func rounded(_ coordinate: Double) -> Double { (coordinate * 1_000).rounded() / 1_000 }
}
