import Glibc
import WaldoCore
public import WaldoSurvey

/// The azimuthal equal-area projection of Lambert on the ellipsoid of WGS 84, around a place: for maps that are too
/// wide for a tangent plane.
///
/// Areas are right everywhere. Distances are within 1 % of the truth up to 1,800 km from the middle and within 4 % up
/// to 3,500 km, and only the place opposite to the middle has no point. By J. P. Snyder, Map Projections: A Working
/// Manual (1987), equations 3-11 to 3-18 and 24-17 to 24-28.
public struct EqualArea: Equatable, Sendable {
    private static let square = 0.006_694_379_990_14, axis = 6_378_137.0
    private static let radian = Double.pi / 180
    private static let pole = authalic(sine: 1)
    /// The radius of the sphere with the ellipsoid's area in metres.
    private static let radius = axis * (pole / 2).squareRoot()

    /// The place in the middle, in degrees.
    public let longitude: Double, latitude: Double
    /// Sine and cosine of the middle's authalic latitude, and what makes the scale in the middle the same to all sides.
    private let sine: Double, cosine: Double, stretch: Double

    /// Creates a projection around a place in degrees.
    public init(longitude: Double, latitude: Double) {
        (self.longitude, self.latitude) = (longitude, min(max(-90, latitude), 90))
        let angle = self.latitude * Self.radian, part = 1 - Self.square * sin(angle) * sin(angle)
        sine = Self.authalic(sine: sin(angle)) / Self.pole
        cosine = max(0, 1 - sine * sine).squareRoot()
        // At a pole both parts of the quotient are 0, and it is 1.
        stretch = cosine < 1e-6 ? 1 : Self.axis * cos(angle) / part.squareRoot() / (Self.radius * cosine)
    }

    /// Twice the area between the equator and a latitude, for a unit of length and an angle of one radian.
    private static func authalic(sine: Double) -> Double {
        let e = square.squareRoot(), part = 1 - square * sine * sine
        return (1 - square) * (sine / part - log((1 - e * sine) / (1 + e * sine)) / (2 * e))
    }

    /// The point of a place in the world; nil: it is opposite to the middle.
    func point(_ place: Place) -> PlanePoint? {
        let north = Self.authalic(sine: sin(place.y * Self.radian)) / Self.pole
        let across = max(0, 1 - north * north).squareRoot(), turn = (place.x - longitude) * Self.radian
        let denominator = 1 + sine * north + cosine * across * cos(turn)
        guard denominator > 1e-9 else { return nil }
        let scale = Self.radius * (2 / denominator).squareRoot()
        return PlanePoint(
            x: scale * stretch * across * sin(turn),
            y: scale / stretch * (cosine * north - sine * across * cos(turn)))
    }

    /// The place of a point; nil: it is beyond the edge of the world.
    func place(_ point: PlanePoint) -> Place? {
        let x = point.x / stretch, y = point.y * stretch, distance = (x * x + y * y).squareRoot()
        guard distance > 0 else { return Place(x: longitude, y: latitude) }
        guard distance < 2 * Self.radius else { return nil }
        let angle = 2 * asin(distance / (2 * Self.radius))
        let north = cos(angle) * sine + y * sin(angle) * cosine / distance
        let turn = atan2(x * sin(angle), distance * cosine * cos(angle) - y * sine * sin(angle))
        return Place(
            x: Self.wrapped(longitude + turn / Self.radian),
            y: Self.geodetic(asin(min(max(-1, north), 1))) / Self.radian)
    }

    /// The latitude of an authalic one, both in radians.
    private static func geodetic(_ authalic: Double) -> Double {
        let e2 = square, e4 = e2 * e2, e6 = e4 * e2
        return authalic + (e2 / 3 + 31 * e4 / 180 + 517 * e6 / 5_040) * sin(2 * authalic)
            + (23 * e4 / 360 + 251 * e6 / 3_780) * sin(4 * authalic) + 761 * e6 / 45_360 * sin(6 * authalic)
    }

    /// A longitude within -180...180 degrees.
    static func wrapped(_ degrees: Double) -> Double {
        degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
}

extension EqualArea {
    /// A projection around the middle of places of the world; around the first one where they have none.
    public init?(around places: [Place]) {
        guard let first = places.first else { return nil }
        var x = 0.0, y = 0.0, z = 0.0
        for place in places {
            let across = Degrees.cosine(place.y)
            x += across * Degrees.cosine(place.x)
            y += across * Degrees.sine(place.x)
            z += Degrees.sine(place.y)
        }
        let level = (x * x + y * y).squareRoot()
        guard (level * level + z * z).squareRoot() > 1e-6 * Double(places.count) else {
            self.init(longitude: first.x, latitude: first.y)
            return
        }
        self.init(longitude: atan2(y, x) * 180 / .pi, latitude: atan2(z, level) * 180 / .pi)
    }
}
