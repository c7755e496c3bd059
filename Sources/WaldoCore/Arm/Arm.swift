/// One robot arm: which shield it listens on, and how each channel becomes bytes. A plain value; `WaldoFiles` reads it.
public struct Arm: Equatable, Sendable {
    /// What the operator calls it.
    public var name: String
    /// Where its bytes go.
    public var link: LinkProfile
    /// How fast its bytes may go.
    public var pacing: Pacing
    /// The channels it has; the missing ones are nil.
    public var channels: PerChannel<ChannelProfile?>
    /// The one frame that carries all channels, for an arm whose channels have no frames of their own.
    public var frame: FrameTemplate?
    /// What stops an arm with one frame while its positions are not known: a frame that carries no channel's number.
    public var halt: FrameTemplate?

    /// An arm of these parts.
    public init(
        name: String, link: LinkProfile, pacing: Pacing, channels: PerChannel<ChannelProfile?>,
        frame: FrameTemplate? = nil, halt: FrameTemplate? = nil
    ) {
        self.name = name
        self.link = link
        self.pacing = pacing
        self.channels = channels
        self.frame = frame
        self.halt = halt
    }
}
