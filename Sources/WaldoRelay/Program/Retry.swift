public import WaldoTime

/// How long to wait before the next attempt to reach what was not reached: twice as long each time, up to a limit.
public struct Retry: Equatable, Sendable {
    /// The first wait and the longest.
    public static let first: TimeSpan = .milliseconds(250), longest: TimeSpan = .seconds(15)

    private var span = Self.first

    /// A first attempt.
    public init() {}

    /// The wait before the next attempt.
    public mutating func next() -> TimeSpan {
        defer { span = min(.microseconds(span.microseconds * 2), Self.longest) }
        return span
    }

    /// It was reached: the next wait is a short one again.
    public mutating func succeeded() { span = Self.first }
}
