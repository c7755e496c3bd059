/// What answers a prompt.
public enum WizardAnswer: Equatable, Sendable {
    /// An axis was pushed from its rest.
    case axis(WizardPush)
    /// A key was pressed.
    case key(UInt16)
    /// Nothing serves.
    case skipped
}
