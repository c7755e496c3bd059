/// A survey in a store, with the extent of its rows.
public struct SurveySummary: Equatable, Sendable {
    /// Its number in the file.
    public var id: Int64
    /// What it is. The characteristics are those of its first session.
    public var description: SurveyDescription
    /// When it ended: microseconds since 1970; nil: it goes on, or no clock was recorded.
    public var ended: Int64?
    /// When it was deleted and when its raw rows were pruned, in microseconds since 1970; nil: they are there.
    public var deleted: Int64?, pruned: Int64?
    /// Its sessions in order.
    public var sessions: [SessionSummary]
    /// Its notes in order.
    public var notes: [Note]
}
