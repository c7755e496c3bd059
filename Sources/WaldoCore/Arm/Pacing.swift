/// How fast an arm takes its commands.
public struct Pacing: Equatable, Sendable {
    /// The rate limit: the least time between two writes.
    public var interval: Microseconds
    /// How many times a zero frame is sent after a motion, at least 1: one of them may be lost.
    public var zeroRepeats: Int

    /// Pacing of this interval and this many zero frames.
    public init(interval: Microseconds, zeroRepeats: Int = 3) {
        self.interval = interval
        self.zeroRepeats = zeroRepeats
    }
}
