import WaldoTime

/// What was refused of stations lately: it keeps a station from costing the others their time, and the space of the
/// reasons why something of theirs was refused.
struct StationRefusals {
    private struct Account {
        let since: Instant
        var refused = 0, noted = 0
    }

    /// For how long a station is stored apart from the others after the database has refused something of it.
    static let span = TimeSpan.seconds(60)
    /// So many refusals of a station are looked for one by one in that time, and so many are noted.
    static let maxRefusals = 16
    /// How often a survey is noted that is not its station's: one that goes on is sent again and again.
    private static let unownedInterval = TimeSpan.seconds(3600)
    private static let maxRemembered = 10_000

    private var accounts: [StationName?: Account] = [:]
    private var unowned: [StationName: Instant] = [:]

    /// Forgets what is over.
    mutating func forget(at now: Instant) {
        if !accounts.isEmpty { accounts = accounts.filter { now - $0.value.since < Self.span } }
        if accounts.count > Self.maxRemembered { accounts = [:] }
        if unowned.count > Self.maxRemembered { unowned = [:] }
    }

    /// Whether the database has refused something of a station.
    func has(_ station: StationName?) -> Bool { accounts[station].map { $0.refused > 0 } ?? false }

    /// Whether so much of a station was refused that the rest is not looked for one by one.
    func areMany(of station: StationName?) -> Bool { accounts[station].map { $0.refused >= Self.maxRefusals } ?? false }

    /// The database has refused something of a station.
    mutating func add(_ station: StationName?, at now: Instant) {
        accounts[station, default: Account(since: now)].refused += 1
    }

    /// Whether a refusal is noted in the database, where the reasons of all stations have a limit in common.
    mutating func notes(_ refusal: IngestGroup.Rejected, at now: Instant) -> Bool {
        var account = accounts[refusal.station] ?? Account(since: now)
        account.noted += 1
        accounts[refusal.station] = account
        return account.noted <= Self.maxRefusals
    }

    /// The same of surveys that are not their stations': the first one of each station is noted, now and then.
    mutating func noted(unowned places: Set<SurveyPlace>, at now: Instant) -> [(place: SurveyPlace, count: Int)] {
        Dictionary(grouping: places, by: \.station).sorted { $0.key < $1.key }.compactMap { station, places in
            if let last = unowned[station], now - last < Self.unownedInterval { return nil }
            unowned[station] = now
            return places.min().map { ($0, places.count) }
        }
    }
}
