/// What moves the slider.
public struct SliderMapping: Equatable, Sendable {
    /// Where the slider's value comes from.
    public enum Source: Equatable, Sendable {
        /// One axis, forward at its positive end.
        case axis(AxisSource)
        /// Two half axes, each resting at an end (two triggers).
        case halves(forward: AxisSource, backward: AxisSource)
        /// Keys.
        case keys(forward: [UInt16], backward: [UInt16])
    }
    /// Where the value comes from.
    public var source: Source
    /// Its dead zone and curve.
    public var shaping: Shaping
    /// On a position channel: full scales per second at full deflection.
    public var speed: Double

    /// Creates a slider mapping from its parts.
    public init(_ source: Source, shaping: Shaping = .init(), speed: Double = 0.5) {
        self.source = source
        self.shaping = shaping
        self.speed = speed
    }
}
