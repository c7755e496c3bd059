public import WaldoTime

extension DashboardView {
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
