import WaldoCore
import WaldoSurvey

/// A position of GeoJSON: longitude, latitude, and the height where it is known.
struct Position: Equatable {
    var longitude: Double, latitude: Double, height: Double?

    /// - Returns: nil for a place that is not on the world.
    init?(_ place: Place) {
        guard place.system == .world, place.x.magnitude <= 180, place.y.magnitude <= 90 else { return nil }
        longitude = place.x
        latitude = place.y
        height = place.z.flatMap { $0.isFinite ? $0 : nil }
    }

    func write(_ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        bytes.add(longitude, upTo: 7)
        bytes.append(UInt8(ascii: ","))
        bytes.add(latitude, upTo: 7)
        if let height {
            bytes.append(UInt8(ascii: ","))
            bytes.add(height, upTo: 2)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Where the shorter way to another position crosses the antimeridian: the end of the line on this side, and its
    /// beginning on the other (RFC 7946, 3.1.9). Nil: it does not.
    func crossing(to next: Position) -> (end: Position, start: Position)? {
        guard (next.longitude - longitude).magnitude > 180 else { return nil }
        let side = longitude < 0 ? -180.0 : 180.0
        let distance = next.longitude + 2 * side - longitude
        let part = distance == 0 ? 0 : (side - longitude) / distance
        var end = self, start = next
        end.longitude = side
        start.longitude = -side
        end.latitude = latitude + (next.latitude - latitude) * part
        if let height, let other = next.height { end.height = height + (other - height) * part }
        (start.latitude, start.height) = (end.latitude, end.height)
        return (end, start)
    }
}
