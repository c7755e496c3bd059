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
    /// In an arm with one frame for all channels: what stops it where its positions are not known; carries no channel's
    /// number.
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

/// The GATT service and characteristics of an arm's shield, named from this side: we write to `write`.
public struct LinkProfile: Equatable, Sendable {
    /// The service that the shield advertises.
    public var service: BluetoothUUID
    /// The characteristic on which the shield listens.
    public var write: BluetoothUUID
    /// The characteristic by which the shield speaks, if it does.
    public var notify: BluetoothUUID?
    /// Whether each write waits for the shield's answer (ATT Write Request) or not (Write Command).
    public var response: Bool
    /// Bytes in one write at most, 1...`Frame.capacity`.
    public var max: Int

    /// A profile of these parts.
    public init(
        service: BluetoothUUID, write: BluetoothUUID, notify: BluetoothUUID? = nil, response: Bool = false,
        max: Int = 20
    ) {
        self.service = service
        self.write = write
        self.notify = notify
        self.response = response
        self.max = max
    }
}

/// How fast an arm takes its commands.
public struct Pacing: Equatable, Sendable {
    /// The least time between two writes.
    public var interval: Microseconds
    /// How many times a zero that must not be lost is said, at least 1.
    public var stops: Int

    /// How long a drive that ends waits for the zeros of its halt to leave.
    public static let patience: Microseconds = .milliseconds(700)

    /// Pacing of this interval and this many stops.
    public init(interval: Microseconds, stops: Int = 3) {
        self.interval = interval
        self.stops = stops
    }
}
