public import WaldoTime

extension DashboardView {
    /// How far a recording has been played, or a raster has come.
    public struct Replay: Equatable, Sendable {
        /// The part that has been played, and the whole, on the recording's clock.
        public var elapsed: TimeSpan, total: TimeSpan
        /// The speed: 2 is twice as fast as recorded; nil: a raster, which has none.
        public var rate: Double?
        /// Whether it is paused.
        public var isPaused: Bool
        /// What a raster does, or why it is paused; empty: a recording is played.
        public var text: String

        /// Creates a state of a replay or a raster from its parts.
        public init(
            elapsed: TimeSpan, total: TimeSpan, rate: Double? = 1, isPaused: Bool = false, text: String = ""
        ) {
            (self.elapsed, self.total, self.rate, self.isPaused) = (elapsed, total, rate, isPaused)
            self.text = text
        }
    }

    /// The commands of a channel over time.
    public struct PlotLine: Equatable, Sendable {
        /// A command: its time before the newest command of the drive, and its number on a scale of -1...+1.
        public struct Sample: Equatable, Sendable {
            /// How long before the newest command, and the number.
            public var before: TimeSpan, value: Double

            /// Creates a sample from its parts.
            public init(before: TimeSpan, value: Double) { (self.before, self.value) = (before, value) }
        }
        /// The channel's name.
        public var channel: String
        /// The commands, the oldest first.
        public var samples: [Sample]

        /// Creates a line from its parts.
        public init(_ channel: String, _ samples: [Sample]) { (self.channel, self.samples) = (channel, samples) }
    }
}
