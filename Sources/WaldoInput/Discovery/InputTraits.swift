/// What is to be known of a device beside its kind.
public struct InputTraits: Equatable, Sendable {
    /// What else than a pad it is, though it has buttons and axes of one: what completes a sentence that begins with
    /// its name. Nil: it has none of a pad, or is one.
    public var otherThanPad: String?
    /// Whether there is something to control with: buttons, axes or keys that are no mouse's, touchpad's or sensor's.
    public var isControl = false

    /// Traits of a device of which nothing is known.
    public init() {}

    init(_ capabilities: Capabilities) {
        (otherThanPad, isControl) = (capabilities.otherThanPad, capabilities.isControl)
    }
}
