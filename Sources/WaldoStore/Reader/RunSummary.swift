/// A run: one computation of a session's derived rows.
public struct RunSummary: Equatable, Sendable {
    /// Its number in the file.
    public var id: Int64
    /// What it computes by.
    public var description: RunDescription
    /// The hash of that, as stored.
    public var hash: String
    /// Whether its rows were computed while the survey was running.
    public var isLive: Bool
    /// When it was made: microseconds since 1970.
    public var made: Int64
    /// Its streams in order.
    public var streams: [StreamSummary]
    /// Its derived rows other than samples.
    public var alarms: Int64, gaps: Int64, rejects: Int64

    /// Its samples of all streams.
    public var samples: Int64 { streams.reduce(0) { $0 + $1.samples } }
}
