import WaldoTime

/// Bounds the fixes that a survey stores: a false gpsd could fill the disk otherwise. Receivers of up to 20 Hz
/// stay whole, also after the loop or gpsd was held up for two seconds.
struct FixRate {
    /// Fixes a second in the long run.
    static let perSecond = 20
    /// Why others are left out.
    static let surplus = "gpsd sent more than \(perSecond) a second"
    /// Fixes at once.
    private static let burst = 40
    private static let interval: TimeSpan = .microseconds(Int64(1_000_000 / perSecond))

    /// When the fixes so far would have ended at an even rate.
    private var even: Instant?

    /// Whether a fix of this time is stored. Times do not decrease.
    mutating func admits(at time: Instant) -> Bool {
        let even = even.map { max($0, time) } ?? time
        guard even - time <= Self.interval * (Self.burst - 1) else { return false }
        self.even = even + Self.interval
        return true
    }
}
