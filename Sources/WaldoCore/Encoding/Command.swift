/// A frame that is ready to send, with the channel and number that it is sent for.
public struct Command: Equatable, Sendable {
    /// The channel that it is sent for; in an arm with one frame for all channels, the first one that changed.
    public var channel: Channel
    /// The channel's number, in units of 10^-`decimals`.
    public var value: Int32
    /// The number's digits after the decimal point.
    public var decimals: Int
    /// The bytes.
    public var frame: Frame

    /// Creates a command from its parts.
    public init(channel: Channel, value: Int32, decimals: Int, frame: Frame) {
        self.channel = channel
        self.value = value
        self.decimals = decimals
        self.frame = frame
    }
}
