import WaldoCore
import WaldoSurvey
import WaldoTime

extension MapPoint {
    /// The points of places on a plane. Places that differ only along the line of sight, as the layers of a raster,
    /// are one point at their mean place: their mean, weighted by exposure.
    public static func points(of places: [MeasuredPlace], on plane: MapPlane) -> [MapPoint] {
        var sums: [PlanePoint: Sum] = [:], order: [PlanePoint] = []
        for place in places {
            guard let point = plane.point(place.place) else { continue }
            let key = plane.system == .arm ? PlanePoint(x: rounded(point.x), y: rounded(point.y)) : point
            if sums[key] == nil { order.append(key) }
            let weight = place.exposure.inSeconds, error = weight * place.sigma
            sums[key, default: Sum()].weight += weight
            sums[key, default: Sum()].value += weight * place.value
            sums[key, default: Sum()].square += error * error
            sums[key, default: Sum()].add(point)
        }
        return order.compactMap { key in
            sums[key].map {
                MapPoint($0.point, value: $0.value / $0.weight, sigma: $0.square.squareRoot() / $0.weight)
            }
        }
    }

    /// What lies at one point.
    private struct Sum {
        var weight = 0.0, value = 0.0, square = 0.0
        private var x = 0.0, y = 0.0, count = 0.0

        mutating func add(_ point: PlanePoint) { (x, y, count) = (x + point.x, y + point.y, count + 1) }

        var point: PlanePoint { PlanePoint(x: x / count, y: y / count) }
    }

    /// Points of an arm in one square of a millimetre are one.
    private static func rounded(_ coordinate: Double) -> Double { (coordinate * 1_000).rounded() / 1_000 }
}
