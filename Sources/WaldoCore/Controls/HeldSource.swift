/// An axis, key or finger that is not at rest.
public enum HeldSource: Equatable, Sendable {
    /// ABS_* code.
    case axis(UInt16)
    /// ABS_* code of an axis that has stood off its centre since the input was added, by so many percent of its
    /// travel: it is held, or it rests there.
    case offCentre(UInt16, percent: Int)
    /// KEY_* or BTN_* code.
    case key(UInt16)
    /// A finger on the panel.
    case finger
}
