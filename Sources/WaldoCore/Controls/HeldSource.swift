/// An axis, key or finger that is not at rest.
public enum HeldSource: Equatable, Sendable {
    /// ABS_* code.
    case axis(UInt16)
    /// KEY_* or BTN_* code.
    case key(UInt16)
    /// A finger on the panel.
    case finger
}
