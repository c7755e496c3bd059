/// An axis or a key of the input.
public enum WizardSource: Hashable, Sendable {
    /// An ABS_* code.
    case axis(UInt16)
    /// An EV_KEY code.
    case key(UInt16)
}
