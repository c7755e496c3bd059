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

    /// Reports of positions.
    public var positions: [ReportPattern]
    /// Reports of a fault, at which the arm is halted.
    public var faults: [ReportPattern]
    /// What the arm is asked; nil: it reports by itself.
    public var ask: Ask?

    /// Creates the reports of an arm.
    public init(positions: [ReportPattern] = [], faults: [ReportPattern] = [], ask: Ask? = nil) {
        self.positions = positions
        self.faults = faults
        self.ask = ask
    }

    /// The channels that it is asked for, one bit each.
    var asked: UInt8 {
        guard ask != nil else { return 0 }
        return positions.flatMap(\.channels).reduce(0) { $0 | 1 << $1.raw }
    }
}
