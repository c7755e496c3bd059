import WaldoTime

/// A survey on its way: what is known of its collector.
struct PushSurvey {
    let id: SurveyID
    /// The lanes of its streams.
    var lanes: [Int] = []
    /// Those of the newest progress document of this connection.
    var revision: Int64?, epoch: Int64?
    /// Until when its collector is waited for; nil: it has answered, or had its time.
    var greeting: Instant?
    /// When rows were acknowledged last, or the first of those on their way was sent.
    var progressed: Instant = .clockStart
    /// When it began again last without progress since then.
    var rewound: Instant?
    /// Whether the collector answered while rows were repeated, and had none of them.
    var isMissed = false
    /// How often in a row it was waited in vain.
    var timeouts = 0
    /// The revision of its small tables that is to be published, when that was done, and the one that the database has.
    var meta: Int64?, metaSent: Instant?, metaAcknowledged: Int64?
    /// Whether the database takes nothing of it from this station, as far as this connection has heard.
    var isRefused = false
    /// Whether nothing of it is sent any more.
    var isDropped = false
    /// Whether its rows are sent; of a deleted one only the small tables are.
    var hasRows = true
}
