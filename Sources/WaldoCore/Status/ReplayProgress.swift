public import WaldoTime

/// How far a recording has been played, or a raster has come.
public struct ReplayProgress: Equatable, Sendable {
    /// The part that has been played, and the whole part that is played, on the recording's clock.
    public var elapsed: TimeSpan, total: TimeSpan
    /// The speed: 2 is twice as fast as recorded; nil: a raster, which has none.
    public var rate: Double?
    /// Whether it is paused.
    public var isPaused: Bool
    /// What a raster does, or why it is paused; empty: a recording is played.
    public var text: String

    /// Creates a progress from its parts.
    public init(elapsed: TimeSpan, total: TimeSpan, rate: Double?, isPaused: Bool = false, text: String = "") {
        (self.elapsed, self.total, self.rate) = (elapsed, total, rate)
        (self.isPaused, self.text) = (isPaused, text)
    }
}
