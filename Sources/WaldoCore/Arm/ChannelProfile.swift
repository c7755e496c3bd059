/// What one channel means to the arm, and how its values become bytes.
public struct ChannelProfile: Equatable, Sendable {
    /// What a value of a channel commands.
    public enum Mode: Sendable {
        /// How fast it moves now: zero is rest.
        case velocity
        /// Where it shall stand.
        case position
    }

    /// When a position goes out.
    public enum Sending: Sendable {
        /// Whenever its frame changes.
        case change
        /// Once, when the touch ends.
        case release
    }

    /// How long the arm hears nothing after a frame: `base` and so much more for each unit moved.
    public struct Busy: Equatable, Sendable {
        /// The part that does not depend on the way.
        public var base: Microseconds
        /// The part for each unit between this value and the one before.
        public var perUnit: Microseconds

        /// A busy time of these two parts.
        public init(base: Microseconds, perUnit: Microseconds = 0) {
            self.base = base
            self.perUnit = perUnit
        }
    }

    /// The frames of a channel, by the value's sign; `zero` falls back to `positive`.
    public struct Frames: Equatable, Sendable {
        /// Serves values below zero.
        public var negative: FrameTemplate
        /// Serves zero; nil: `positive` does.
        public var zero: FrameTemplate?
        /// Serves values above zero.
        public var positive: FrameTemplate

        /// Frames by sign.
        public init(negative: FrameTemplate, zero: FrameTemplate?, positive: FrameTemplate) {
            self.negative = negative
            self.zero = zero
            self.positive = positive
        }

        /// One frame for every value.
        public init(_ frame: FrameTemplate) { self.init(negative: frame, zero: nil, positive: frame) }
    }

    /// What a value commands.
    public var mode: Mode
    /// The numbers that -1, 0 and +1 become.
    public var range: ValueRange
    /// Velocity: after this much silence a touched, moving channel is said again; nil: never.
    public var heartbeat: Microseconds?
    /// Position: when it goes out.
    public var send: Sending
    /// How long the arm is deaf after a frame of this channel; nil: not at all.
    public var busy: Busy?
    /// Position: where the arm is assumed to stand before anything was sent, in units of `range`.
    public var start: Int32
    /// The channel's frames; nil in an arm that has one frame for all channels.
    public var frames: Frames?

    /// A channel of these parts; `start` defaults to the range's zero.
    public init(
        mode: Mode, range: ValueRange, heartbeat: Microseconds? = nil, send: Sending = .change, busy: Busy? = nil,
        start: Int32? = nil, frames: Frames?
    ) {
        self.mode = mode
        self.range = range
        self.heartbeat = heartbeat
        self.send = send
        self.busy = busy
        self.start = start ?? range.zero
        self.frames = frames
    }
}
