/// The controls at one moment.
public struct ControlSample: Equatable, Sendable {
    /// The slider's live deflection, -1...+1.
    public var slider: Double
    /// The joystick's.
    public var joystick: JoystickSample
    /// Whether the operator holds them.
    public var sliderIsTouched: Bool, joystickIsTouched: Bool
    /// What keeps them dead, or that nothing does.
    public var sliderGate: GateState, joystickGate: GateState
    /// Whether a stop is latched.
    public var isStopped: Bool
    /// What each channel of the arm asks for, in units of 10^-decimals: a velocity's number, a held position's.
    public var numbers: PerChannel<Int32?>
}

/// A joystick's live deflection within the unit disc.
public struct JoystickSample: Equatable, Sendable {
    /// To the right.
    public var x: Double
    /// Upward.
    public var y: Double

    init(_ deflection: (x: Double, y: Double)) { (x, y) = deflection }
}
