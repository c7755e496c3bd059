public import WaldoTime

/// What an arm reports by its notifications; empty: nothing that its file describes.
public struct ArmReports: Equatable, Sendable {
    /// How an arm is asked for its position.
    public struct Ask: Equatable, Sendable {
        /// The question.
        public var bytes: Frame
        /// The time between two questions.
        public var interval: TimeSpan

        /// Creates a question.
        public init(_ bytes: Frame, interval: TimeSpan) {
            self.bytes = bytes
            self.interval = interval
        }
    }

    /// The board's answer to each of its frames.
    public struct Answers: Equatable, Sendable {
        /// The answer: motion waits for it after each motion.
        public var each: ReportPattern
        /// How long it may be missing before the drive is stalled.
        public var within: TimeSpan

        /// Creates an answer.
        public init(each: ReportPattern, within: TimeSpan = .milliseconds(300)) {
            self.each = each
            self.within = within
        }
    }

    /// Reports of positions.
    public var positions: [ReportPattern]
    /// Reports of a fault, at which the arm is halted.
    public var faults: [ReportPattern]
    /// What the arm is asked; nil: it reports by itself.
    public var ask: Ask?
    /// The answer to each frame; nil: motion waits for none.
    public var answers: Answers?

    /// Creates the reports of an arm.
    public init(
        positions: [ReportPattern] = [], faults: [ReportPattern] = [], ask: Ask? = nil, answers: Answers? = nil
    ) {
        self.positions = positions
        self.faults = faults
        self.ask = ask
        self.answers = answers
    }

    /// The channels that it is asked for, one bit each.
    package var asked: UInt8 {
        guard ask != nil else { return 0 }
        return positions.flatMap(\.channels).reduce(0) { $0 | 1 << $1.raw }
    }
}
