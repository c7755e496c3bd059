import WaldoCore
public import WaldoSurvey

/// The plane of a map: what becomes of a place with three coordinates on a picture with two.
public enum MapPlane: Equatable, Sendable {
    /// Two axes of an arm's workspace.
    public enum Side: String, Equatable, Sendable, CaseIterable { case xy, xz, yz }

    /// An arm's workspace, seen along the third axis.
    case arm(Side)
    /// Metres around a place in degrees, on the tangent plane of the WGS 84 ellipsoid. Distances within 100 km of it
    /// are right to 1 in 1,000 at latitudes below 60 degrees.
    case world(longitude: Double, latitude: Double)
    /// Metres of a projection that is right for continents: its axes are east and north in the middle only.
    case wide(EqualArea)

    /// Places of the world further from the middle than this, in metres, are not on one tangent plane.
    public static let farthest = 200_000.0

    /// The plane that fits places of the world: the tangent plane at the first one, or the projection around their
    /// middle where they reach too far for it.
    public init?(fitting places: [Place]) {
        guard let first = places.first(where: { $0.system == .world }) else { return nil }
        let tangent = MapPlane.world(longitude: first.x, latitude: first.y)
        let isNear = places.allSatisfy { place in
            tangent.point(place).map { $0.distance(to: PlanePoint()) < Self.farthest } ?? true
        }
        self = isNear ? tangent : EqualArea(around: places).map { .wide($0) } ?? tangent
    }

    /// The coordinate system of its places.
    public var system: Place.System {
        switch self {
        case .arm: .arm
        case .world, .wide: .world
        }
    }

    /// The point of a place; nil: the place is in another coordinate system, has no height that the plane needs, or is
    /// on the far side of the world.
    public func point(_ place: Place) -> PlanePoint? {
        guard place.system == system, place.x.isFinite, place.y.isFinite else { return nil }
        switch self {
        case .arm(.xy): return PlanePoint(x: place.x, y: place.y)
        case .arm(.xz): return place.z.map { PlanePoint(x: place.x, y: $0) }
        case .arm(.yz): return place.z.map { PlanePoint(x: place.y, y: $0) }
        case .world(let longitude, let latitude):
            let radii = Self.radii(latitude)
            return PlanePoint(
                x: Self.turned(place.x - longitude) * radii.east, y: (place.y - latitude) * radii.north)
        case .wide(let area): return area.point(place)
        }
    }

    /// The points of a line or a ring that is straight between its places, as GeoJSON's are: it may lie beyond the
    /// date line as seen from the middle, but is not torn there.
    public func points(_ line: [Place]) -> [PlanePoint] {
        guard case .world(let longitude, _) = self, let low = line.map(\.x).min(), let high = line.map(\.x).max() else {
            return line.compactMap(point)
        }
        let shift = ((longitude - (low + high) / 2) / 360).rounded() * 360
        return line.compactMap { place in
            guard let north = point(Place(x: longitude, y: place.y)),
                let east = point(Place(x: longitude + 1, y: place.y))
            else { return nil }
            return PlanePoint(x: (place.x + shift - longitude) * (east.x - north.x), y: north.y)
        }
    }

    /// The place of a point; the third coordinate of an arm's is 0.
    public func place(_ point: PlanePoint) -> Place {
        switch self {
        case .arm(.xy): return Place(system: .arm, x: point.x, y: point.y, z: 0)
        case .arm(.xz): return Place(system: .arm, x: point.x, y: 0, z: point.y)
        case .arm(.yz): return Place(system: .arm, x: 0, y: point.x, z: point.y)
        case .world(let longitude, let latitude):
            let radii = Self.radii(latitude)
            return Place(
                x: Self.turned(longitude + point.x / radii.east), y: latitude + point.y / radii.north)
        case .wide(let area):
            // Beyond the edge of the world lies the place opposite to the middle.
            return area.place(point)
                ?? Place(x: Self.turned(area.longitude + (area.longitude > 0 ? -180 : 180)), y: -area.latitude)
        }
    }

    /// The two coordinates of a point, as a map's straight edges have them: degrees on a tangent plane, metres
    /// elsewhere.
    func coordinates(_ point: PlanePoint) -> (x: Double, y: Double) {
        guard case .world = self else { return (point.x, point.y) }
        let place = place(point)
        return (place.x, place.y)
    }

    /// A length along both axes as degrees on a tangent plane, as metres elsewhere.
    func degrees(of metres: Double) -> (x: Double, y: Double) {
        guard case .world(_, let latitude) = self else { return (metres, metres) }
        let radii = Self.radii(latitude)
        return (metres / radii.east, metres / radii.north)
    }

    /// Metres of a degree at a latitude: of longitude and of latitude, by the radii of curvature of WGS 84
    /// (a = 6,378,137 m, e^2 = 0.00669437999014).
    private static func radii(_ latitude: Double) -> (east: Double, north: Double) {
        let square = 0.006_694_379_990_14, a = 6_378_137.0, radian = Double.pi / 180
        let sine = Degrees.sine(latitude), part = 1 - square * sine * sine
        let vertical = a / part.squareRoot(), meridian = vertical * (1 - square) / part
        // At a pole a degree of longitude has no length; a centimetre keeps the inverse finite.
        return (max(vertical * Degrees.cosine(latitude) * radian, 0.01), meridian * radian)
    }

    /// A difference of longitudes by the shorter way around.
    private static func turned(_ degrees: Double) -> Double { EqualArea.wrapped(degrees) }
}
