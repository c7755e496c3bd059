import WaldoTime

/// When the map's sums are brought up to date: often while they are stale, else once in a while.
struct MapPace {
    private static let staleInterval = TimeSpan.seconds(1), quietInterval = TimeSpan.seconds(60)

    /// Whether the map lacks something that is in the database.
    var isStale = true
    /// When the last refresh was begun.
    private var refreshed: Instant

    /// A pace whose intervals begin at this time, with a map that is stale.
    init(at now: Instant) { refreshed = now }

    /// Whether a refresh is due; then it counts as begun.
    mutating func refreshes(at now: Instant) -> Bool {
        guard now - refreshed >= (isStale ? Self.staleInterval : Self.quietInterval) else { return false }
        refreshed = now
        return true
    }
}
