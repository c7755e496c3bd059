/// How fast an arm takes its commands.
public struct Pacing: Equatable, Sendable {
    /// The least time between two writes.
    public var interval: Microseconds
    /// How many times a zero that must not be lost is said, at least 1.
    public var stops: Int

    /// How long a drive that ends waits for the zeros of its halt to leave.
    public static let patience: Microseconds = .milliseconds(700)

    /// Pacing of this interval and this many stops.
    public init(interval: Microseconds, stops: Int = 3) {
        self.interval = interval
        self.stops = stops
    }
}
