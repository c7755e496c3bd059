public import WaldoTime

/// How long to wait before the next attempt to reach what was not reached: twice as long each time, up to a limit.
/// Each wait is random between a half and the whole, so that a thousand stations do not come back to a broker in the
/// same moment.
public struct Retry: Equatable, Sendable {
    /// The first wait and the longest.
    public static let first: TimeSpan = .milliseconds(250), longest: TimeSpan = .seconds(15)

    private var span = Self.first

    /// A first attempt.
    public init() {}

    /// The wait before the next attempt.
    public mutating func next() -> TimeSpan {
        var random = SystemRandomNumberGenerator()
        return next(using: &random)
    }

    /// The wait before the next attempt, by a source of random numbers.
    mutating func next(using random: inout some RandomNumberGenerator) -> TimeSpan {
        defer { span = min(.microseconds(span.microseconds * 2), Self.longest) }
        return .microseconds(Int64.random(in: span.microseconds / 2...span.microseconds, using: &random))
    }

    /// It was reached: the next wait is a short one again.
    public mutating func succeeded() { span = Self.first }
}
