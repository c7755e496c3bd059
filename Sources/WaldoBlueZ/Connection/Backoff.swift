internal import WaldoCore

/// How long to wait before the next try: soon at first, then ever later.
struct Backoff: Equatable {
    /// The steps of bleak-retry-connector, in microseconds; the last one repeats.
    static let steps: [Microseconds] = [
        .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(4),
    ]

    private var tries = 0

    /// The wait after one more failure.
    mutating func next() -> Microseconds {
        defer { tries += 1 }
        return Self.steps[min(tries, Self.steps.count - 1)]
    }

    /// It went well.
    mutating func reset() { tries = 0 }
}
