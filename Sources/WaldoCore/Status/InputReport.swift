/// What happened to an input, or to what is played in its place.
public struct InputReport: Equatable, Sendable {
    /// What happened. The raw values are the words of JSON Lines.
    public enum Phase: String, Sendable {
        /// None is there: `detail` says what is waited for.
        case waiting
        /// It drives from now on, by a mapping.
        case added
        /// It has gone.
        case lost
        /// It is there, and the kernel hears nothing from it.
        case silent
        /// It is heard again after a silence.
        case heard
        /// The kernel has dropped events, and its state was read anew.
        case resynced
        /// It was passed over.
        case ignored
        /// It is there and does not drive, because another one does.
        case offered
        /// Something else that the operator should know of it.
        case noted
        /// What is played is paused.
        case paused
        /// What is played goes on.
        case playing
    }

    /// What happened.
    public var phase: Phase
    /// The device's own name, and what is to be said of it.
    public var name: String, detail: String
    /// The mapping's name, and its file and where it comes from, as lists name it.
    public var mapping: String, file: String
    /// What is printed on its buttons; nil: nothing is known of it.
    public var pad: PadButtons?

    /// Creates a report from its parts.
    public init(
        _ phase: Phase, name: String = "", detail: String = "", mapping: String = "", file: String = "",
        pad: PadButtons? = nil
    ) {
        self.phase = phase
        self.name = name
        self.detail = detail
        self.mapping = mapping
        self.file = file
        self.pad = pad
    }
}
