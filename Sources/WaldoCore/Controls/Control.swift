/// A control that the operator moves.
public enum Control: UInt8, CaseIterable, Sendable {
    /// Signed linear, -1...+1: the end effector's forward (+) and backward (-) translation.
    case slider
    /// Angular: x drives the stepper of the ZX plane, y that of the ZY plane.
    case joystick

    /// The control's name on screens and in JSON Lines.
    public var name: StaticString {
        switch self {
        case .slider: "slider"
        case .joystick: "joystick"
        }
    }
}
