/// What moves a slider.
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
    /// How the deflection moves the held position of a position channel.
    public enum Behaviour: Sendable {
        /// It moves by at most `speed` full scales per second, and stays where it is on release.
        case rate
        /// It follows, and returns to zero on release.
        case spring
        /// A key sends it to its end, where it stays: a gripper that opens and closes.
        case hold
        /// Each press of a key moves it by `step`.
        case step
    }
    /// Where the value comes from.
    public var source: Source
    /// How it moves a position channel.
    public var behaviour: Behaviour
    /// With `step`: how far a press moves, 0...1 of the way from zero to an end.
    public var step: Double
    /// Its dead zone and curve.
    public var shaping: Shaping
    /// On a position channel: full scales per second at full deflection.
    public var speed: Double

    /// Creates a slider mapping from its parts.
    public init(
        _ source: Source, behaviour: Behaviour = .rate, step: Double = 0.1, shaping: Shaping = .init(),
        speed: Double = 0.5
    ) {
        self.source = source
        self.behaviour = behaviour
        self.step = step
        self.shaping = shaping
        self.speed = speed
    }

    /// The axes that move it.
    var axes: [AxisSource] {
        switch source {
        case .axis(let axis): [axis]
        case .halves(let forward, let backward): [forward, backward]
        case .keys: []
        }
    }
}
