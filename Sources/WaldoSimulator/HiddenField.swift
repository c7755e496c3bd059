public import WaldoCore
import WaldoSurvey

/// A field of radiation around an arm, which a simulated sensor counts and nothing shows: point sources, whose dose
/// rate falls with the square of the distance, and an even background.
public struct HiddenField: Equatable, Sendable {
    /// A point source.
    public struct Source: Equatable, Sendable {
        /// Where it is.
        public var point: ArmPoint
        /// Its dose rate at a distance of 1 m, in uSv/h.
        public var strength: Double

        /// Creates a source.
        public init(at point: ArmPoint, strength: Double) { (self.point, self.strength) = (point, strength) }
    }

    /// Nearer than this, in metres, a source is no point any more, and the dose rate grows no further.
    public static let nearest = 0.01

    /// The sources.
    public var sources: [Source]
    /// The dose rate everywhere, in uSv/h.
    public var background: Double

    /// Creates a field.
    public init(sources: [Source] = [], background: Double = 0.1) {
        self.sources = sources
        self.background = background
    }

    /// The dose rate at a point in uSv/h.
    public func doseRate(at point: ArmPoint) -> Double {
        var rate = background
        for source in sources {
            let x = point.x - source.point.x, y = point.y - source.point.y, z = point.z - source.point.z
            rate += source.strength / max(x * x + y * y + z * z, Self.nearest * Self.nearest)
        }
        return rate
    }
}
