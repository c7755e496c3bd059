/// An emergency stop that is held down.
public enum HeldStop: Equatable, Sendable {
    /// A stop key of the input: KEY_* or BTN_* code.
    case key(UInt16)
    /// Another source.
    case source(StopSource)
}
