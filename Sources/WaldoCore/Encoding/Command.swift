/// The bytes of one channel's value, ready to send.
public struct Command: Equatable, Sendable {
    /// The channel that is the cause; in an arm with one frame for all channels, the first that changed.
    public var channel: Channel
    /// The channel's number, in units of 10^-`decimals`.
    public var value: Int32
    /// The number's digits after the point.
    public var decimals: Int
    /// The bytes.
    public var frame: Frame

    /// A command of these parts.
    public init(channel: Channel, value: Int32, decimals: Int, frame: Frame) {
        self.channel = channel
        self.value = value
        self.decimals = decimals
        self.frame = frame
    }
}
