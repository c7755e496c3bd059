import WaldoTime

/// When each time of a recording is played: from a start on, at a constant rate.
struct PlaybackClock: Equatable {
    /// The longest span to a moment, in microseconds: a rate near 0 makes any.
    private static let longest = 1e15

    /// When `origin` is played.
    let start: Instant
    /// A time of the recording.
    let origin: Instant
    /// The speed; 2 is twice as fast as recorded.
    let rate: Double

    /// The recording's time that is played at a time; until the start that is `origin`.
    func recorded(at time: Instant) -> Instant {
        guard time > start else { return origin }
        return origin + .microseconds(Int64(Double((time - start).microseconds) * rate))
    }

    /// When a time of the recording is played; one before `origin` is so at the start.
    func due(_ recorded: Instant) -> Instant {
        let span = Double(max(.zero, recorded - origin).microseconds) / rate
        return start + .microseconds(Int64(min(Self.longest, span)))
    }
}
