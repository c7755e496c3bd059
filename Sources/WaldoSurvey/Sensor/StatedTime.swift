/// The time that a text states.
public struct StatedTime: Equatable, Sendable {
    /// Microseconds since 1970: in UTC, or as a local clock shows them.
    public var microseconds: Int64
    /// Whether it is that of a local clock whose offset from UTC the text does not state.
    public var isLocal: Bool

    /// Creates a time from its parts.
    public init(microseconds: Int64, isLocal: Bool = false) {
        self.microseconds = microseconds
        self.isLocal = isLocal
    }
}
