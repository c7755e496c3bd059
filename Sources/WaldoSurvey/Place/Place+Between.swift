import WaldoCore

extension Place {
    /// The Earth's mean radius in metres (IUGG), and the metres of a degree of latitude on the sphere of that radius.
    private static let radius = 6_371_008.8, metresADegree = 111_195.08

    /// Degrees or metres that a place can have, in any system: beyond them a number is garbage.
    public static let coordinates = -1e9...1e9

    /// Whether its coordinates can be those of a place.
    var isPossible: Bool {
        Self.coordinates.contains(x) && Self.coordinates.contains(y) && Self.coordinates.contains(z ?? 0)
    }

    /// Whether it is on the Earth, or in an arm's workspace.
    var isSomewhere: Bool { system != .world || x.magnitude <= 180 && y.magnitude <= 90 }

    /// Nearer to a pole than this latitude, in degrees, the straight line is far from that of the coordinates.
    private static let polar = 85.0

    /// The place on the straight line to another one, coordinate by coordinate, the shorter way round the antimeridian.
    /// What only one of both has, such as a height, is not known in between.
    /// - Parameters:
    ///   - weight: 0 for this place, 1 for the other.
    ///   - growth: metres by which the carrier may be off the line; see `grown`.
    ///   - overPole: whether it is the line of a map around the pole, where one of both is near it.
    func towards(_ other: Place, by weight: Double, growth: Double, overPole: Bool = false) -> Place {
        func between(_ one: Double?, _ other: Double?) -> Double? {
            guard let one, let other else { return nil }
            return one + (other - one) * weight
        }
        let isPolar =
            overPole && system == .world && max(y.magnitude, other.y.magnitude) > Self.polar && y * other.y > 0
        let (x, y) =
            isPolar
            ? polar(to: other, by: weight)
            : (wrapped(x + eastward(to: other) * weight), y + (other.y - y) * weight)
        return Place(
            system: system, x: x, y: y,
            z: between(z, other.z), accuracy: Self.grown(between(accuracy, other.accuracy), by: growth),
            verticalAccuracy: Self.grown(between(verticalAccuracy, other.verticalAccuracy), by: growth))
    }

    /// Longitude and latitude on the straight line to another place of the same hemisphere, on the map around its pole
    /// whose circles of latitude are as far from it as on the ground. At the pole the longitude is that of this place.
    private func polar(to other: Place, by weight: Double) -> (x: Double, y: Double) {
        func mapped(_ place: Place) -> (Double, Double) {
            let away = 90 - place.y.magnitude
            return (away * Degrees.cosine(place.x), away * Degrees.sine(place.x))
        }
        let one = mapped(self), two = mapped(other)
        let east = one.0 + (two.0 - one.0) * weight, north = one.1 + (two.1 - one.1) * weight
        let away = (east * east + north * north).squareRoot(), latitude = max(0, 90 - away)
        return (Degrees.direction(east, north) ?? x, (y + other.y < 0 ? -1 : 1) * latitude)
    }

    /// The same place, known less accurately by so many metres.
    func blurred(by growth: Double) -> Place {
        var place = self
        place.accuracy = Self.grown(accuracy, by: growth)
        place.verticalAccuracy = Self.grown(verticalAccuracy, by: growth)
        return place
    }

    /// An accuracy with an error that does not depend on it: their squares add.
    private static func grown(_ accuracy: Double?, by growth: Double) -> Double? {
        accuracy.map { ($0 * $0 + growth * growth).squareRoot() }
    }

    /// The distance to another place of the same system in metres, without heights. The sphere counts as a plane, which
    /// is good for the way between two fixes.
    func distance(to other: Place) -> Double {
        let (east, north) = (eastward(to: other), other.y - y)
        guard system == .world else { return (east * east + north * north).squareRoot() }
        let eastern = east * Degrees.cosine((y + other.y) / 2)
        return (eastern * eastern + north * north).squareRoot() * Self.metresADegree
    }

    /// Whether another place of the same system is surely so near in metres: by a bound that takes no cosine.
    func isSurelyWithin(_ metres: Double, of other: Place) -> Bool {
        let distance = eastward(to: other).magnitude + (other.y - y).magnitude
        return (system == .world ? distance * Self.metresADegree : distance) <= metres
    }

    /// The straight distance to another place of the same system in metres, without heights; in the world through the
    /// Earth, which is right at the poles too and never longer than the way.
    func straightDistance(to other: Place) -> Double {
        guard system == .world else { return distance(to: other) }
        let (north, east) = (Degrees.sine((other.y - y) / 2), Degrees.sine(eastward(to: other) / 2))
        let square = north * north + Degrees.cosine(y) * Degrees.cosine(other.y) * east * east
        return 2 * Self.radius * max(0, square).squareRoot()
    }

    /// The difference of x; of longitudes the one within -180...180.
    private func eastward(to other: Place) -> Double {
        let difference = other.x - x
        guard system == .world else { return difference }
        return difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
    }

    /// A longitude within -180...180.
    private func wrapped(_ x: Double) -> Double {
        guard system == .world else { return x }
        return x > 180 ? x - 360 : x < -180 ? x + 360 : x
    }
}
