public import WaldoCore
public import WaldoTime

/// What came of many proved drives, by the fault that came first in each.
public struct ProofReport: Sendable {
    /// The drives that began with one fault.
    public struct Row: Sendable {
        /// The fault.
        public let fault: ProofFault
        /// How many drives, and how many in which a velocity moved.
        public internal(set) var drives = 0, moving = 0
        /// In how many the drive went on.
        public internal(set) var wentOn = 0
        /// The one with the longest time until every velocity was at zero; nil: none moved.
        public internal(set) var slowest: ProofOutcome?
        /// The one whose positions moved on for longest; nil: none did.
        public internal(set) var longestMove: ProofOutcome?
        /// The one that ended farthest from where it was; nil: the arm has no pose.
        public internal(set) var farthest: ProofOutcome?
        /// How many did not keep the bound, and the worst of them.
        public internal(set) var beyond = 0, worst: ProofOutcome?

        /// The drive that is worth a look: the worst beyond its bound, else the slowest to stop, else the one that
        /// moved on for longest, else the one that ended farthest; nil: no drive has such a figure.
        public var worstDrive: ProofOutcome? { worst ?? slowest ?? longestMove ?? farthest }

        init(_ fault: ProofFault) { self.fault = fault }

        mutating func add(_ outcome: ProofOutcome) {
            drives += 1
            if outcome.wentOn { wentOn += 1 }
            if let untilZero = outcome.untilZero {
                moving += 1
                if untilZero >= slowest?.untilZero ?? .zero { slowest = outcome }
            }
            if outcome.longestMove > longestMove?.longestMove ?? .zero { longestMove = outcome }
            if let distance = outcome.distance, distance > farthest?.distance ?? -1 { farthest = outcome }
            guard let over = outcome.beyond else { return }
            beyond += 1
            if over > worst?.beyond ?? .zero { worst = outcome }
        }
    }

    /// A row for each fault that the arm can have.
    public private(set) var rows: [Row]
    /// How many drives there were, and how long they were together.
    public private(set) var drives = 0, time = TimeSpan.zero

    /// A report of no drive of an arm.
    public init(_ arm: Arm) { rows = ProofFault.all(of: arm).map(Row.init) }

    /// Whether every drive kept its bounds.
    public var holds: Bool { rows.allSatisfy { $0.beyond == 0 } }

    /// Adds a drive.
    public mutating func add(_ outcome: ProofOutcome) {
        drives += 1
        time += outcome.length
        guard let index = rows.firstIndex(where: { $0.fault == outcome.faults.first }) else { return }
        rows[index].add(outcome)
    }
}
