/// What the wizard has to say beside its prompt.
public enum WizardRemark: Equatable, Sendable {
    /// Two moved alike, so that it is unclear which one was meant.
    case several([WizardSource])
    /// The axis went as far to both sides of its rest.
    case bothWays(UInt16)
    /// The axis did not go far enough to be surely meant.
    case notFar(UInt16)
    /// It is taken by an earlier answer.
    case inUse(WizardSource, by: WizardPrompt)
    /// An axis was pushed, and only a button serves.
    case needsButton(UInt16)
    /// The other way is an axis, so this one must be one, too.
    case needsAxis(WizardSource)
    /// The other way is a key, so this one must be one, too.
    case needsKey(UInt16)
    /// A joystick's axis rests in its middle, and this one does not.
    case restsAtEnd(UInt16)
    /// It rests neither at an end nor near the middle.
    case restsBeside(UInt16)
    /// Another axis moves the other way: it serves if it is pushed once more.
    case otherAxis(UInt16, than: UInt16)
    /// It does not come back when it is let go.
    case stays(WizardSource)
    /// The axis or key never rests, and is left out from now on.
    case ignored(WizardSource)
    /// The system lost what the input sent.
    case recordsLost
    /// The prompt cannot be skipped, as its answer is needed.
    case needed
}
