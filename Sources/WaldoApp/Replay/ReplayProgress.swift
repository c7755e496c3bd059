internal import WaldoTime

/// How far a recording has been played, or a raster has come.
struct ReplayProgress: Equatable {
    /// The part that has been played, and the whole part that is played, on the recording's clock.
    var elapsed: TimeSpan, total: TimeSpan
    /// The speed: 2 is twice as fast as recorded; nil: a raster, which has none.
    var rate: Double?
    var isPaused: Bool
    /// What a raster does; empty: a recording is played.
    var text = ""
}
