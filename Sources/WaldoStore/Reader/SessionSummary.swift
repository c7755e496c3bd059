public import WaldoTime

/// A session of a survey, with the extent of its rows.
public struct SessionSummary: Equatable, Sendable {
    /// How a session ended.
    public enum Ending: Equatable, Sendable {
        /// Another process is writing it.
        case running
        /// Its process was killed, or the machine lost its power, and the file has not been written since.
        case open
        /// It was ended, and all its rows are there.
        case clean
        /// Its process was killed, or the machine lost its power, as the next writer of the file has noted.
        case unclean
    }

    /// Its number in the file.
    public var id: Int64
    /// The boot whose clock stamps its rows.
    public var boot: String
    /// The times of its first and last row on its clock, of one that has not ended those so far; nil: no rows.
    public var start: Instant?, end: Instant?
    /// How it ended.
    public var ending: Ending
    /// Raw rows by table.
    public var readings: Int64, commands: Int64, fixes: Int64, clocks: Int64, events: Int64
    /// What became of every byte.
    public var accounts: [ChannelAccount]
    /// Rows of each kind, other than readings, that did not fit into the ring, and fixes that were left out.
    public var lost: [Lost]
    /// Its runs, the oldest first.
    public var runs: [RunSummary]

    /// Rows that were not stored.
    public struct Lost: Equatable, Sendable {
        /// What they are: `sample`, `fix`.
        public var kind: String
        /// How many.
        public var rows: Int64

        /// Whether they are fixes of gpsd that were left out because too many came, and not rows that did not fit.
        public var isSurplus: Bool { kind == RecordKind.surplusFix.name }
    }
}
