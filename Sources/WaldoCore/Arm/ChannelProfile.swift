public import WaldoTime

/// How the arm interprets a channel's values, and how they become bytes.
public struct ChannelProfile: Equatable, Sendable {
    /// What a channel's value commands.
    public enum Mode: Sendable {
        /// A speed; zero is rest.
        case velocity
        /// A target position.
        case position
        /// An action that moves nothing: its frame is sent once for each press.
        case signal
    }

    /// When a position is sent.
    public enum Sending: Sendable {
        /// Whenever its frame changes.
        case change
        /// Once, when the touch ends.
        case release
    }

    /// How long the arm cannot receive after a frame: `base`, plus `perUnit` for each unit moved.
    public struct Busy: Equatable, Sendable {
        /// The part that does not depend on the distance.
        public var base: TimeSpan
        /// The part for each unit between the previous value and this one.
        public var perUnit: TimeSpan

        /// Creates a busy time from its two parts.
        public init(base: TimeSpan, perUnit: TimeSpan = .zero) {
            self.base = base
            self.perUnit = perUnit
        }
    }

    /// Where a position may go, and how fast, whatever the operator does.
    public struct Limits: Equatable, Sendable {
        /// The numbers between which it stays, in units of 10^-decimals; nil: the whole range.
        public var travel: ClosedRange<Int32>?
        /// The fastest change, in units of 10^-decimals per second; nil: none.
        public var slew: Double?

        /// Creates limits.
        public init(travel: ClosedRange<Int32>? = nil, slew: Double? = nil) {
            self.travel = travel
            self.slew = slew
        }
    }

    /// A named frame of the arm, sent by a key: home, light. Its channel's number is 1 while the key is held. An action
    /// that moves is a velocity, whose zero frame ends it; any other is a `signal`.
    public struct Action: Equatable, Sendable {
        /// Where a position stands after the action.
        public struct Setting: Equatable, Sendable {
            /// The position.
            public var channel: Channel
            /// Its number, in units of 10^-decimals.
            public var value: Int32

            /// Creates a setting.
            public init(_ channel: Channel, _ value: Int32) { (self.channel, self.value) = (channel, value) }
        }

        /// The positions that hold afterwards.
        public var sets: [Setting]

        /// Creates an action.
        public init(sets: [Setting] = []) { self.sets = sets }
    }

    /// A channel's frames by the value's sign; `zero` falls back to `positive`.
    public struct Frames: Equatable, Sendable {
        /// For values below zero.
        public var negative: FrameTemplate
        /// For zero; nil: `positive` is used.
        public var zero: FrameTemplate?
        /// For values above zero.
        public var positive: FrameTemplate

        /// Creates frames by sign.
        public init(negative: FrameTemplate, zero: FrameTemplate?, positive: FrameTemplate) {
            self.negative = negative
            self.zero = zero
            self.positive = positive
        }

        /// Uses one frame for every value.
        public init(_ frame: FrameTemplate) { self.init(negative: frame, zero: nil, positive: frame) }
    }

    /// Its name in the arm's file, in recordings and on screens: a letter, then letters, digits, `-` and `_`.
    public var name: String
    /// What a value commands.
    public var mode: Mode
    /// The numbers for -1, 0 and +1.
    public var range: ValueRange
    /// Velocity: how long after the last write of its frame a touched, moving channel is sent again; nil: never.
    public var heartbeat: TimeSpan?
    /// Position: when it is sent.
    public var send: Sending
    /// How long the arm cannot receive after a frame of this channel; nil: it always can.
    public var busy: Busy?
    /// Position: where the arm is assumed to be before anything is sent, in units of `range`.
    public var start: Int32
    /// Position: where it may go, and how fast; nil: anywhere in `range`, at once.
    public var limits: Limits?
    /// What an action does; nil: it is no action.
    public var action: Action?
    /// The channel's frames; nil in an arm with a single frame for all channels.
    public var frames: Frames?

    /// Creates a channel from its parts; `start` defaults to the range's zero.
    public init(
        _ name: String, mode: Mode, range: ValueRange, heartbeat: TimeSpan? = nil, send: Sending = .change,
        busy: Busy? = nil, start: Int32? = nil, limits: Limits? = nil, frames: Frames?
    ) {
        self.name = name
        self.mode = mode
        self.range = range
        self.heartbeat = heartbeat
        self.send = send
        self.busy = busy
        self.start = start ?? range.zero
        self.limits = limits
        self.frames = frames
    }

    /// Creates an action.
    /// - Parameters:
    ///   - release: the frame that ends it; nil: it moves nothing and needs none.
    ///   - busy: how long the arm cannot receive after `frame`.
    ///   - sets: the positions that hold afterwards.
    public init(
        action name: String, frame: FrameTemplate, release: FrameTemplate?, busy: TimeSpan?, sets: [Action.Setting] = []
    ) {
        self.init(
            name, mode: release == nil ? .signal : .velocity, range: ValueRange(low: 0, high: 1, zero: 0),
            busy: busy.map { Busy(base: $0) },
            frames: Frames(negative: release ?? frame, zero: release, positive: frame))
        action = Action(sets: sets)
    }
}

extension ChannelProfile {
    /// The limits in the scale of -1...+1. Where the range has a longer and a shorter side, the slew rate is right on
    /// the longer one and slower on the other.
    var positionLimits: HeldPosition.Limits {
        var scaled = HeldPosition.Limits()
        guard let limits else { return scaled }
        if let travel = limits.travel {
            let ends = [travel.lowerBound, travel.upperBound].map { range.normalised(Double($0)) }.sorted()
            scaled.travel = ends[0]...ends[1]
        }
        if let slew = limits.slew {
            let zero = Double(range.zero)
            scaled.slew = slew / max((Double(range.high) - zero).magnitude, (Double(range.low) - zero).magnitude)
        }
        return scaled
    }
}
