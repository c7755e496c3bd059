/// The rows of one append-only table that belong to one session, run or stream of a run. Within it ids only grow, in
/// the order in which rows are committed.
public struct RelayStream: Hashable, Sendable {
    /// A table whose rows are only ever added.
    public enum Table: String, CaseIterable, Sendable {
        /// Raw rows, by their session.
        case clock, reading, command, fix, event
        /// Rows that were computed, by their run.
        case sample, alarm, gap, reject

        /// Whether the parent of its rows is a session; else it is a run.
        public var isRaw: Bool {
            switch self {
            case .clock, .reading, .command, .fix, .event: true
            case .sample, .alarm, .gap, .reject: false
            }
        }
    }

    /// The table.
    public let table: Table
    /// The number of the session, or of the run.
    public let parent: Int64
    /// The number of the run's stream, for samples; else 0.
    public let number: Int64

    /// A stream; nil: the parent's number, or the stream's, is out of range.
    public init?(_ table: Table, of parent: Int64, number: Int64 = 0) {
        guard (table.isRaw ? RowID.sessions : RowID.runs).contains(parent),
            table == .sample ? RowID.numbers.contains(number) : number == 0
        else { return nil }
        self.table = table
        self.parent = parent
        self.number = number
    }

    /// Its name in topics: `reading-1`, `alarm-3`, `sample-3-0`.
    public var name: String {
        table == .sample ? "\(table.rawValue)-\(parent)-\(number)" : "\(table.rawValue)-\(parent)"
    }

    /// The stream of a name; nil: there is none, or it has another name.
    public init?(name: some StringProtocol) {
        let parts = name.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let table = Table(rawValue: String(parts[0])),
            let parent = Int64(parts[1]), let number = parts.count == 3 ? Int64(parts[2]) : 0
        else { return nil }
        self.init(table, of: parent, number: number)
        guard self.name == name else { return nil }
    }

    /// The ids that its rows can have.
    public var ids: Range<Int64> {
        switch table {
        case .clock, .reading, .command, .fix, .event: RowID.raws(of: parent)
        case .sample: RowID.samples(of: RowID.stream(run: parent, Int(number)))
        case .alarm, .gap, .reject: RowID.derived(of: parent)
        }
    }

    /// What is acknowledged of it before its first row: the number before its first possible id.
    public var start: Int64 { ids.lowerBound - 1 }
}
