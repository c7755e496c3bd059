internal import WaldoCore
internal import WaldoTime

/// What pages show of the running survey beside what every screen shows.
struct LiveViewState {
    /// A stream and its newest sample.
    struct Stream {
        /// The quantity that it measures, and over how long it is formed.
        var quantity: String?, window: String?
        var newest: Sample?
        /// Of a sum, the time that it is of, and that it lacks.
        var exposure: (measured: TimeSpan, unmeasured: TimeSpan)?
    }

    var streams: [Stream] = []
    /// The last gap and the last rejected bytes, in words.
    var lastGap: String?, lastReject: String?
    /// The nodes of the alarms that are raised, the oldest first, and those that the operator has heard.
    var alarms: [String] = [], acknowledged: Set<String> = []
    /// All raw counts so far; nil: the sensor counts nothing.
    var counts: Int?
    /// The newest value of each of the graph's inputs and nodes.
    var nodes: [GraphValue?] = []
    /// What the raster does; nil: there is none.
    var raster: RasterShown?

    mutating func take(_ change: AlarmChange) {
        alarms.removeAll { change.cause == nil && $0 == change.node }
        // Another cause is another alarm: it is to be heard again.
        acknowledged.remove(change.node)
        if change.cause != nil, !alarms.contains(change.node) { alarms.append(change.node) }
    }
}

/// What a raster does, for screens.
struct RasterShown: Equatable {
    /// One word, and a sentence, which states why it waits.
    var phase: String, text: String
    /// The present point, from 1, how many there are, and how many were left out.
    var point: Int, points: Int, skipped: Int
    /// The time that is left at most.
    var left: TimeSpan
}
