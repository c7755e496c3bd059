public import WaldoTime

/// What an arm does with its commands, for its simulation: how its firmware reads frames, how its channels move, and
/// what stops it. It is read from `model:` of the arm's file; what that leaves out is as in `standard(of:)`.
public struct ArmModel: Equatable, Sendable {
    /// How the firmware finds frames in the bytes that it receives.
    public enum Parser: Equatable, Sendable {
        /// Whole frames of the arm's file wherever they begin, as the reference receiver does.
        case frames
        /// As the sketch of the first arm: a letter and a number up to the end mark, whatever else came with them.
        case sketch
    }

    /// How a channel moves.
    public enum Motion: Equatable, Sendable {
        /// A velocity whose frames are short moves, each of the next number of steps in turn. A step has a length in
        /// the channel's unit and takes a time.
        case frames(steps: [Int32], length: Double, takes: TimeSpan)
        /// A velocity that holds until the next frame: so far a second at its greatest number.
        case rate(Double)
        /// A position that moves to its number: the time of one unit of 10^-decimals in microseconds, after a delay.
        case position(takes: Double, delay: TimeSpan)
        /// An action, which moves what it sets.
        case action
    }

    /// When the firmware receives nothing after a frame of a channel.
    public enum Deafness: Equatable, Sendable {
        /// It always receives.
        case never
        /// Until the move has ended.
        case moving
        /// For a time of its own.
        case span(TimeSpan)
    }

    /// How one channel behaves. A position counts in units of 10^-decimals of its range. A velocity counts its way in
    /// metres or degrees of the first joint that it moves in the arm's pose, or else in seconds at a number of 1.
    public struct Behaviour: Equatable, Sendable {
        /// How it moves.
        public var motion: Motion
        /// Where its ends are; nil: it has none.
        public var limits: ClosedRange<Double>?
        /// Where it stands as the simulation begins.
        public var start: Double
        /// A position: where the arm moves it by itself as it is switched on; nil: nowhere.
        public var home: Double?
        /// When the firmware receives nothing because of it.
        public var deaf: Deafness
        /// A velocity: after how long without a frame of its own the firmware stops it; nil: never.
        public var watchdog: TimeSpan?

        /// Creates a behaviour from its parts.
        public init(
            _ motion: Motion, limits: ClosedRange<Double>? = nil, start: Double = 0, home: Double? = nil,
            deaf: Deafness = .never, watchdog: TimeSpan? = nil
        ) {
            self.motion = motion
            self.limits = limits
            self.start = start
            self.home = home
            self.deaf = deaf
            self.watchdog = watchdog
        }
    }

    /// The greatest receive buffer.
    public static let maxBytes = 4_096

    /// Where the figures are from; nil: they are assumed.
    public var source: String?
    /// How the firmware finds frames.
    public var parser: Parser
    /// Its receive buffer in bytes, 1...`maxBytes`; what does not fit is lost.
    public var buffer: Int
    /// How long it takes for a byte: the UART's time, or the firmware's own.
    public var byteTime: TimeSpan
    /// Its channels and actions, in the arm's order.
    public var behaviours: [Behaviour]

    /// Creates a model from its parts.
    public init(
        source: String? = nil, parser: Parser = .frames, buffer: Int = 64, byteTime: TimeSpan = .zero,
        behaviours: [Behaviour]
    ) {
        self.source = source
        self.parser = parser
        self.buffer = buffer
        self.byteTime = byteTime
        self.behaviours = behaviours
    }
}
