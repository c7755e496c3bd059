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

    /// The place on the straight line to another one, coordinate by coordinate, the shorter way round the antimeridian.
    /// What only one of both has, such as a height, is not known in between.
    /// - Parameters:
    ///   - weight: 0 for this place, 1 for the other.
    ///   - growth: metres by which the carrier may be off the line; see `grown`.
    func towards(_ other: Place, by weight: Double, growth: Double) -> Place {
        func between(_ one: Double?, _ other: Double?) -> Double? {
            guard let one, let other else { return nil }
            return one + (other - one) * weight
        }
        return Place(
            system: system, x: wrapped(x + eastward(to: other) * weight), y: y + (other.y - y) * weight,
            z: between(z, other.z), accuracy: Self.grown(between(accuracy, other.accuracy), by: growth),
            verticalAccuracy: Self.grown(between(verticalAccuracy, other.verticalAccuracy), by: growth))
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
        let way = eastward(to: other).magnitude + (other.y - y).magnitude
        return (system == .world ? way * Self.metresADegree : way) <= metres
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
