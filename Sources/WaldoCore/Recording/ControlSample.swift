/// The controls at one moment.
public struct ControlSample: Equatable, Sendable {
    /// The slider's live deflection, -1...+1.
    public var slider: Double
    /// The joystick's live deflection.
    public var joystick: JoystickSample
    /// Whether the operator holds them.
    public var sliderIsTouched: Bool, joystickIsTouched: Bool
    /// Whether they are live, and if not, why.
    public var sliderGate: GateState, joystickGate: GateState
    /// Whether an emergency stop is latched.
    public var isStopped: Bool
    /// Each channel's number in units of 10^-decimals, a velocity's or that of a held position.
    public var numbers: PerChannel<Int32>
}

/// A joystick's live deflection within the unit disc.
public struct JoystickSample: Equatable, Sendable {
    /// To the right.
    public var x: Double
    /// Upward.
    public var y: Double

    init(_ deflection: (x: Double, y: Double)) { (x, y) = deflection }
}
