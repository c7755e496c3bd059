public import WaldoTime

/// How fast commands may be sent to an arm.
public struct Pacing: Equatable, Sendable {
    /// The rate limit: the minimum time between two writes. The first zero frame after a motion is exempt.
    public var interval: TimeSpan
    /// How many times a zero frame is sent after a motion, at least 1. Repeats cover a frame that is lost.
    public var zeroRepeats: Int

    /// Creates pacing from an interval and a number of zero repeats.
    public init(interval: TimeSpan, zeroRepeats: Int = 3) {
        self.interval = interval
        self.zeroRepeats = zeroRepeats
    }
}
