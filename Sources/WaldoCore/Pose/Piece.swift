import WaldoTime

/// A stretch of a coordinate's time: it moves from one number to another, then rests there.
struct Piece: Sendable {
    /// When it begins to move, and when it is there.
    var at: Instant, until: Instant
    /// Its numbers then.
    var from: Double, to: Double
    /// The error at one standard deviation when it begins, when it ends, and while it rests.
    var firstError: Double, lastError: Double, restError: Double

    /// A coordinate that has always rested.
    init(resting value: Double, error: Double) {
        (at, until, from, to) = (.distantPast, .distantPast, value, value)
        (firstError, lastError, restError) = (error, error, error)
    }

    /// A move.
    init(
        at: Instant, until: Instant, from: Double, to: Double, firstError: Double, lastError: Double, restError: Double
    ) {
        (self.at, self.until, self.from, self.to) = (at, until, from, to)
        (self.firstError, self.lastError, self.restError) = (firstError, lastError, restError)
    }

    /// The coordinate and its error at a time.
    func value(at time: Instant) -> (value: Double, error: Double) {
        guard time < until else { return (to, restError) }
        guard time > at else { return (from, firstError) }
        let weight = time.away(from: at).inSeconds / until.away(from: at).inSeconds
        return (from + (to - from) * weight, firstError + (lastError - firstError) * weight)
    }
}
