/// What one channel means to the arm, and how its values become bytes.
public struct ChannelProfile: Equatable, Sendable {
    /// What a value of a channel commands.
    public enum Meaning: Sendable {
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
    public var means: Meaning
    /// The numbers that -1, 0 and +1 become.
    public var range: ValueRange
    /// Velocity: after this much silence a touched, moving channel is said again; nil: never.
    public var `repeat`: Microseconds?
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
        means: Meaning, range: ValueRange, repeat: Microseconds? = nil, send: Sending = .change, busy: Busy? = nil,
        start: Int32? = nil, frames: Frames?
    ) {
        self.means = means
        self.range = range
        self.repeat = `repeat`
        self.send = send
        self.busy = busy
        self.start = start ?? range.zero
        self.frames = frames
    }
}

/// The numbers that a control's -1, 0 and +1 become, linear between them.
///
/// Numbers are whole; with `decimals` d they count in units of 10^-d: 0.25 with two decimals is 25.
public struct ValueRange: Equatable, Sendable {
    /// The number of -1, of 0 and of +1; `zero` lies between the others. `low` may be the greater one.
    public var low: Int32, zero: Int32, high: Int32
    /// Digits after the point when a number is shown or written as text, 0...6.
    public var decimals: Int

    /// A range; `zero` defaults to the middle.
    public init(low: Int32, high: Int32, zero: Int32? = nil, decimals: Int = 0) {
        self.low = low
        self.high = high
        self.zero = zero ?? Int32((Int64(low) + Int64(high)) / 2)
        self.decimals = decimals
    }

    /// The number nearest to a control's value, which is clamped to -1...+1; halves go away from zero. NaN is zero: `min`
    /// and `max` would make an end of the range of it.
    public func quantised(_ value: Double) -> Int32 {
        guard !value.isNaN else { return zero }
        let clamped = Swift.max(-1, Swift.min(1, value))
        let span = clamped < 0 ? Double(zero) - Double(low) : Double(high) - Double(zero)
        return Int32((Double(zero) + span * clamped).rounded(.toNearestOrAwayFromZero))
    }

    /// The control's value, -1...+1, that a number stands for; 0 for what is no number.
    public func normalised(_ number: Double) -> Double {
        guard !number.isNaN else { return 0 }
        let ahead = Double(high) - Double(zero)
        let behind = Double(zero) - Double(low)
        let offset = number - Double(zero)
        let towardsHigh = offset == 0 || (offset > 0) == (ahead > 0 || (ahead == 0 && behind < 0))
        let span = towardsHigh ? ahead : behind
        return span == 0 ? 0 : Swift.max(-1, Swift.min(1, offset / span))
    }
}
