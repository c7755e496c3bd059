/// What moves the joystick.
public struct JoystickMapping: Equatable, Sendable {
    /// Where the joystick's deflection comes from.
    public enum Source: Equatable, Sendable {
        /// Two axes: x to the right, y upward.
        case axes(x: AxisSource, y: AxisSource)
        /// Four keys.
        case keys(up: [UInt16], down: [UInt16], left: [UInt16], right: [UInt16])
    }
    /// How the deflection moves the held position of a position channel.
    public enum Behaviour: Sendable {
        /// It follows while touched, and stays where it was left.
        case hold
        /// It moves by at most `speed` full scales per second, and stays where it is on release.
        case rate
        /// It follows, and returns to the centre on release.
        case spring
    }
    /// The shape that limits the stick's travel.
    public enum Gate: Sendable {
        /// A circle: the displacement is clamped to it.
        case circle
        /// A square, which is mapped to the disc.
        case square
    }
    /// Where the deflection comes from.
    public var source: Source
    /// How it moves the held position.
    public var behaviour: Behaviour
    /// With `hold`: the joystick is touched while one of these keys is held; empty: by any deflection.
    public var clutch: [UInt16]
    /// The shape of the stick's gate.
    public var gate: Gate
    /// How many degrees beside an axis a deflection may be and still move along that axis alone, 0..<45; 0: none.
    public var snap: Double
    /// Its dead zone (radial) and curve.
    public var shaping: Shaping
    /// `rate` and recentring: full scales per second at full deflection.
    public var speed: Double

    /// Creates a joystick mapping from its parts.
    public init(
        _ source: Source, behaviour: Behaviour = .rate, clutch: [UInt16] = [], gate: Gate = .circle,
        snap: Double = 0, shaping: Shaping = .init(), speed: Double = 0.5
    ) {
        self.source = source
        self.behaviour = behaviour
        self.clutch = clutch
        self.gate = gate
        self.snap = snap
        self.shaping = shaping
        self.speed = speed
    }

    /// The axes that move it.
    var axes: [AxisSource] { if case .axes(let x, let y) = source { [x, y] } else { [] } }
}
