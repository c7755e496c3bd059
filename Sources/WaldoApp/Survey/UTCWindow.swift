/// A range of times in UTC.
package struct UTCWindow: Equatable, Sendable {
    /// The first time, and the first one that is not in it any more, in microseconds since 1970; nil: no limit.
    package var from: Int64?, until: Int64?

    /// Creates a window; by default all times.
    package init(from: Int64? = nil, until: Int64? = nil) { (self.from, self.until) = (from, until) }

    /// Whether a time is in it; nil, one that is not known, is in the one without limits only.
    package func contains(_ utc: Int64?) -> Bool {
        guard from != nil || until != nil else { return true }
        guard let utc else { return false }
        return utc >= from ?? .min && utc < until ?? .max
    }
}
