public import WaldoTime

/// How much of a store may be on its way, and for how long it is waited.
public struct PushLimits: Equatable, Sendable {
    /// Rows on their way at most: what a collector commits in one transaction, three times.
    public var rows = 60_000
    /// Bytes on their way at most.
    public var bytes = 32 << 20
    /// Messages that the broker has not taken yet.
    public var messages = 64
    /// How long rows gather for a batch that is not full.
    public var gathering: TimeSpan = .seconds(1)
    /// How long rows are on their way without progress before they are sent again; each time in vain doubles it, up to
    /// eight times.
    public var patience: TimeSpan = .seconds(10)
    /// How long rows that are sent again may take until the first of them is stored, if the collector answers.
    public var repetition: TimeSpan = .seconds(3)
    /// The time to wait, after a connection, for what the database holds.
    public var greeting: TimeSpan = .seconds(2)
    /// The time to wait until a survey that was refused is asked for again: its owner may hand it over.
    public var reconsideration: TimeSpan = .seconds(60)

    /// Creates the default limits.
    public init() {}
}
