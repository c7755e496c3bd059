public import WaldoTime

/// When a simulated link is up, stalled or down: the faults that a simulation is asked for, as a schedule. It asks no
/// clock, and does not allocate once it is made.
///
/// Where faults overlap, a loss hides a stall, and the link is up again when all have ended. A loss of no length is a
/// link that is lost and back at the same moment.
public struct SimulatedLinkFaults: Sendable {
    /// What a link does.
    public enum Condition: Sendable {
        /// It takes what is written.
        case up
        /// It is connected, and takes nothing.
        case stalled
        /// It is lost, with everything that was in flight, and cannot be reached.
        case down
    }

    /// A change of the link's condition.
    public struct Change: Equatable, Sendable {
        /// When it changes.
        public let at: Instant
        /// What the link does from then on.
        public let condition: Condition
    }

    /// What the link does since the latest change that `next` has returned; at first it is up.
    public private(set) var condition = Condition.up
    private let changes: [Change]
    private var index = 0

    /// A schedule without faults, or with those of options.
    /// - Parameters:
    ///   - options: the losses and stalls.
    ///   - start: what the faults' times count from.
    public init(_ options: SimulationOptions = SimulationOptions(), at start: Instant) {
        /// Where a fault begins or ends. What begins at a moment comes before what ends then, so that faults that touch
        /// are one.
        struct Edge {
            let at: Instant
            let isEnd: Bool
            let isLoss: Bool
        }
        func edges(_ faults: [SimulatedLinkFault], isLoss: Bool) -> [Edge] {
            faults.flatMap { fault in
                let begin = start + fault.begin
                return [
                    Edge(at: begin, isEnd: false, isLoss: isLoss),
                    Edge(at: begin + fault.length, isEnd: true, isLoss: isLoss),
                ]
            }
        }
        let sorted =
            (edges(options.losses, isLoss: true)
            + edges(options.stalls.filter { $0.length > .zero }, isLoss: false))
            .sorted { ($0.at, $0.isEnd ? 1 : 0) < ($1.at, $1.isEnd ? 1 : 0) }
        var losses = 0, stalls = 0, changes: [Change] = []
        for edge in sorted {
            let step = edge.isEnd ? -1 : 1
            if edge.isLoss { losses += step } else { stalls += step }
            let condition: Condition = losses > 0 ? .down : stalls > 0 ? .stalled : .up
            guard condition != changes.last?.condition ?? .up else { continue }
            changes.append(Change(at: edge.at, condition: condition))
        }
        self.changes = changes
    }

    /// When the next change is due; nil: there is none.
    public var deadline: Instant? { index < changes.count ? changes[index].at : nil }

    /// The next change that is due by a time; ask until there is none. Of a time that comes late, every change is
    /// returned, in order.
    public mutating func next(by time: Instant) -> Change? {
        guard index < changes.count, changes[index].at <= time else { return nil }
        let change = changes[index]
        index += 1
        condition = change.condition
        return change
    }
}
