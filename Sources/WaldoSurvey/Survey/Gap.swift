public import WaldoTime

/// A time in which something was not heard, or messages that are known to be missing.
public struct Gap: Equatable, Sendable {
    /// How it is known.
    public enum Cause: String, Equatable, Sendable, CaseIterable {
        /// The link was lost.
        case link
        /// The sensor's own counter has skipped numbers.
        case counter
        /// The sensor's interval has passed without a message.
        case late
        /// The survey was not running: between two sessions.
        case session
        /// The operator paused the survey.
        case pause
    }

    /// Its beginning and end on the session's clock.
    public var from: Instant, to: Instant
    /// How it is known.
    public var cause: Cause
    /// How many messages are missing, as far as is known.
    public var missing: Int?

    /// Creates a gap from its parts.
    public init(from: Instant, to: Instant, cause: Cause, missing: Int? = nil) {
        self.from = from
        self.to = to
        self.cause = cause
        self.missing = missing
    }
}
