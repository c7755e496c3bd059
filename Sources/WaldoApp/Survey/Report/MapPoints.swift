import WaldoCore
import WaldoSurvey

/// The places of one stream's samples, at most a few thousand of them: of a longer survey one in two, in four, ....
struct MapPoints {
    private static let maxPoints = 4096

    /// A number at a place.
    struct Point {
        var place: Place
        var value: Double
    }

    private(set) var points: [Point] = []
    /// One in this many is kept.
    private(set) var stride = 1
    private var offered = 0

    mutating func add(_ sample: Sample) {
        guard let place = sample.place, let value = sample.value, value.isFinite, place.x.isFinite, place.y.isFinite,
            sample.flags.isDisjoint(with: [.invalid, .saturated, .checkFailed])
        else { return }
        // A sketch has one coordinate system: that of the first place.
        if let first = points.first, first.place.system != place.system { return }
        offered += 1
        guard (offered - 1) % stride == 0 else { return }
        if points.count == Self.maxPoints {
            points = points.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            stride *= 2
            guard (offered - 1) % stride == 0 else { return }
        }
        points.append(Point(place: place, value: value))
    }
}
