internal import WaldoTime

/// How far a recording has been played.
struct ReplayProgress: Equatable {
    /// The part that has been played, and the whole part that is played, on the recording's clock.
    var elapsed: TimeSpan, total: TimeSpan
    /// The speed: 2 is twice as fast as recorded.
    var rate: Double
    var isPaused: Bool
}
