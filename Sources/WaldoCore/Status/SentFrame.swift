public import WaldoTime

/// A frame that was sent, as screens list it.
public struct SentFrame: Equatable, Sendable {
    /// Time of the write, since the drive began.
    public var at: TimeSpan
    /// The name of the channel that caused it.
    public var channel: String
    /// Its bytes.
    public var frame: Frame

    /// Creates a frame with its time and channel.
    public init(at: TimeSpan, channel: String, frame: Frame) {
        (self.at, self.channel, self.frame) = (at, channel, frame)
    }
}
