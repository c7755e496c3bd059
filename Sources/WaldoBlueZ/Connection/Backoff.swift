internal import WaldoTime

/// How long to wait before the next attempt: short at first, then longer.
struct Backoff: Equatable {
    /// The waits, those of bleak-retry-connector; the last one repeats.
    static let steps: [TimeSpan] = [
        .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(4),
    ]

    private var tries = 0

    /// The wait after another failure.
    mutating func next() -> TimeSpan {
        defer { tries += 1 }
        return Self.steps[min(tries, Self.steps.count - 1)]
    }

    /// Starts again from the first step, after a success.
    mutating func reset() { tries = 0 }
}
