/// What the operator holds.
public enum Control: UInt8, CaseIterable, Sendable {
    /// Signed linear, -1...+1: the end effector's forward (+) and backward (-) translation.
    case slider
    /// Angular: x for the stepper of the ZX plane, y for that of the ZY plane.
    case joystick

    /// The control's name on screens and in JSON Lines.
    public var name: StaticString {
        switch self {
        case .slider: "slider"
        case .joystick: "joystick"
        }
    }
}
