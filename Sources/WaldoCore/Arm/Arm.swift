public import WaldoTime

/// A robot arm: its peripheral, its pacing, and how each channel becomes bytes. A plain value, read from a file by
/// `WaldoFiles`.
public struct Arm: Equatable, Sendable {
    /// The arm's name, as shown to the operator.
    public var name: String
    /// How it is connected.
    public var link: ArmLink
    /// How fast commands may be sent.
    public var pacing: Pacing
    /// Its channels, in the order of its file.
    public var profiles: PerChannel<ChannelProfile>
    /// The single frame that carries all channels; nil when each channel has its own frames.
    public var frame: FrameTemplate?
    /// A frame without any channel's number, which stops an arm with a single frame while its positions are unknown.
    public var halt: FrameTemplate?
    /// What its board does when it hears nothing; nil: its file does not state it.
    public var silence: BoardSilence?
    /// After which time without a frame the last one is sent again; nil: never.
    public var keepAlive: TimeSpan?
    /// What it is sent when a link opens and when a drive ends.
    public var steps: LinkSteps
    /// Where it rests on its own structure; nil: its file does not state it.
    public var park: ArmPark?
    /// What its notifications report.
    public var reports: ArmReports
    /// Where its channels put its hand; nil: its file does not state it.
    public var pose: ArmPose?
    /// What its hand and its links keep out of; nil: its file does not state it.
    public var fence: ArmFence?
    /// What it does with its commands, for its simulation; nil: its file does not state it.
    public var model: ArmModel?

    /// Creates an arm from its parts.
    public init(
        name: String, link: ArmLink, pacing: Pacing, profiles: PerChannel<ChannelProfile>,
        frame: FrameTemplate? = nil, halt: FrameTemplate? = nil,
        silence: BoardSilence? = nil, keepAlive: TimeSpan? = nil,
        steps: LinkSteps = LinkSteps(), park: ArmPark? = nil, reports: ArmReports = ArmReports(), pose: ArmPose? = nil,
        fence: ArmFence? = nil, model: ArmModel? = nil
    ) {
        self.name = name
        self.link = link
        self.pacing = pacing
        self.profiles = profiles
        self.frame = frame
        self.halt = halt
        self.silence = silence
        self.keepAlive = keepAlive
        self.steps = steps
        self.park = park
        self.reports = reports
        self.pose = pose
        self.fence = fence
        self.model = model
    }

    /// Its channels in order.
    @inline(__always)
    public var channels: Channels { profiles.channels }

    /// Its channels without actions, which are listed last.
    public var movingChannels: Channels { Channels(count: profiles.list.count { $0.action == nil }) }

    /// The action of this name; nil: it has none.
    public func action(named name: some StringProtocol) -> Channel? {
        channel(named: name).flatMap { profiles[$0].action == nil ? nil : $0 }
    }

    /// The channel or action of this name; nil: it has none.
    public func channel(named name: some StringProtocol) -> Channel? {
        channels.first { profiles[$0].name == name }
    }
}
