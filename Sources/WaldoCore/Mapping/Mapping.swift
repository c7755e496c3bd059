/// Which axis, button or key of an input moves which control. A plain value; `WaldoFiles` reads it.
///
/// Codes are the kernel's (linux/input-event-codes.h): keys and buttons of EV_KEY, axes of EV_ABS.
public struct Mapping: Equatable, Sendable {
    /// What the operator calls it.
    public var name: String
    /// Which inputs it is made for.
    public var match: InputMatch
    /// What moves the slider.
    public var slider: SliderMapping
    /// What moves the joystick.
    public var joystick: JoystickMapping
    /// The keys that are no control.
    public var keys: OperatorKeys

    /// A mapping of these parts.
    public init(
        name: String, match: InputMatch, slider: SliderMapping, joystick: JoystickMapping, keys: OperatorKeys
    ) {
        self.name = name
        self.match = match
        self.slider = slider
        self.joystick = joystick
        self.keys = keys
    }
}

/// What an input must be for a mapping to be made for it; nil or empty says nothing. The more it says, the better the match.
public struct InputMatch: Equatable, Sendable {
    /// The kind of input that the mapping serves.
    public enum Kind: Sendable { case gamepad, keyboard }
    /// The kind of input.
    public var kind: Kind
    /// BUS_* of linux/input.h (3 USB, 5 Bluetooth), vendor and product as in the device's ids.
    public var bus: UInt16?, vendor: UInt16?, products: [UInt16]
    /// Axes and keys that must be present.
    public var axes: [UInt16], keyCodes: [UInt16]

    /// A match of these parts.
    public init(
        kind: Kind = .gamepad, bus: UInt16? = nil, vendor: UInt16? = nil, products: [UInt16] = [],
        axes: [UInt16] = [], keyCodes: [UInt16] = []
    ) {
        self.kind = kind
        self.bus = bus
        self.vendor = vendor
        self.products = products
        self.axes = axes
        self.keyCodes = keyCodes
    }
}

/// An axis, where it rests, and which way it counts.
public struct AxisSource: Equatable, Sendable {
    /// Where an axis stands when nobody touches it.
    public enum Rest: Sendable {
        /// At its lowest value: 0...1 from there (a trigger).
        case minimum
        /// In the middle: -1...+1 (a stick).
        case centre
        /// At its highest value: 0...1 from there.
        case maximum
    }
    /// ABS_* code.
    public var code: UInt16
    /// Where it rests.
    public var rest: Rest
    /// Whether it counts the other way. The kernel's y axes count downward.
    public var invert: Bool

    /// An axis with its rest and direction.
    public init(_ code: UInt16, rest: Rest = .centre, invert: Bool = false) {
        self.code = code
        self.rest = rest
        self.invert = invert
    }
}

/// How the way of a stick becomes the value of a control.
public struct Shaping: Equatable, Sendable {
    /// The part of the way around rest that counts as rest, 0..<1.
    public var deadZone: Double
    /// How much of the curve is cubic, 0...1: more makes the first motion finer.
    public var expo: Double

    /// A dead zone and a curve.
    public init(deadZone: Double = 0, expo: Double = 0) {
        self.deadZone = deadZone
        self.expo = expo
    }

    /// The shaped displacement of a raw one, 0...1: zero in the dead zone, one at full way, no jump between.
    public func shaped(_ displacement: Double) -> Double {
        guard displacement > deadZone else { return 0 }
        let d = Swift.min(1, (displacement - deadZone) / (1 - deadZone))
        return d * ((1 - expo) + expo * d * d)
    }
}

/// What moves the slider.
public struct SliderMapping: Equatable, Sendable {
    /// Where the slider's value comes from.
    public enum Source: Equatable, Sendable {
        /// One axis, forward at its positive end.
        case axis(AxisSource)
        /// Two half axes, each at rest at an end (two triggers).
        case halves(forward: AxisSource, backward: AxisSource)
        /// Keys.
        case keys(forward: [UInt16], backward: [UInt16])
    }
    /// Where the value comes from.
    public var source: Source
    /// Its dead zone and curve.
    public var shaping: Shaping
    /// On a position channel: full scales a second at full deflection.
    public var speed: Double

    /// A slider of these parts.
    public init(_ source: Source, shaping: Shaping = .init(), speed: Double = 0.5) {
        self.source = source
        self.shaping = shaping
        self.speed = speed
    }
}

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
        /// It follows while touched and stays where it was left.
        case hold
        /// It moves by at most `speed` full scales a second; letting go leaves it.
        case rate
        /// It follows and falls back to the centre.
        case spring
    }
    /// The shape in which the stick's way ends.
    public enum Gate: Sendable {
        /// A circle: displacement is clamped to it.
        case circle
        /// A square: it is mapped to the disc.
        case square
    }
    /// Where the deflection comes from.
    public var source: Source
    /// How it moves the held position.
    public var behaviour: Behaviour
    /// With `hold`: the keys whose holding is the touch; empty: any deflection is.
    public var clutch: [UInt16]
    /// The shape of the stick's gate.
    public var gate: Gate
    /// Its dead zone (radial) and curve.
    public var shaping: Shaping
    /// `rate` and recentring: full scales a second at full deflection.
    public var speed: Double

    /// A joystick of these parts.
    public init(
        _ source: Source, behaviour: Behaviour = .rate, clutch: [UInt16] = [], gate: Gate = .circle,
        shaping: Shaping = .init(), speed: Double = 0.5
    ) {
        self.source = source
        self.behaviour = behaviour
        self.clutch = clutch
        self.gate = gate
        self.shaping = shaping
        self.speed = speed
    }
}

/// Keys that command the program and not the arm; each may be several.
public struct OperatorKeys: Equatable, Sendable {
    /// A press stops.
    public var stop: [UInt16]
    /// A press resumes after a stop.
    public var resume: [UInt16]
    /// Held 0.5 s: the joystick's held position returns to the centre for as long as it is held.
    public var recentre: [UInt16]
    /// If not empty, nothing moves unless one of these is held.
    public var enable: [UInt16]

    /// Operator's keys.
    public init(stop: [UInt16], resume: [UInt16], recentre: [UInt16] = [], enable: [UInt16] = []) {
        self.stop = stop
        self.resume = resume
        self.recentre = recentre
        self.enable = enable
    }
}
