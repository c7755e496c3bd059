import WaldoCore
import WaldoTime

/// What the server remembers about each source, so that reconnecting resets no limit. Pure; the time is passed in.
struct PanelSources {
    /// Most sources that are remembered; after that, the one that has been quiet longest is forgotten.
    static let maxRecords = 64
    /// Messages that a page may send in a second. Two fingers produce 250; but messages that a network has held back
    /// for some seconds arrive at once, and the last of them may be a stop.
    static let messagesASecond = 5_000

    private struct Record {
        var seen: Instant
        var isReported = false
        var spent = 0
        var spentSince = Instant.clockStart
    }

    private var records: [PanelSource: Record] = [:]
    private var reported = 0

    /// Number of sources remembered at present.
    var count: Int { records.count }

    // MARK: tokens

    /// Records a wrong token.
    /// - Returns: whether to report it: once per source, and for no more sources than are remembered.
    mutating func tokenWasWrong(_ source: PanelSource, at now: Instant) -> Bool {
        var record = record(source, at: now)
        let isNews = !record.isReported && reported < Self.maxRecords
        if isNews { reported += 1 }
        record.isReported = true
        records[source] = record
        return isNews
    }

    // MARK: messages

    /// Messages that the source's closed pages have sent in the current second.
    func messagesSpent(by source: PanelSource, at now: Instant) -> Int {
        guard let record = records[source], now - record.spentSince < .seconds(1) else { return 0 }
        return record.spent
    }

    /// Records the messages that a page, now gone, sent in the second that began at `since`.
    mutating func spend(_ messages: Int, since: Instant, by source: PanelSource, at now: Instant) {
        guard messages > 0, now - since < .seconds(1) else { return }
        var record = record(source, at: now)
        if now - record.spentSince >= .seconds(1) { (record.spent, record.spentSince) = (0, since) }
        // `messages` includes what the page itself inherited, which must not count twice.
        record.spent = max(record.spent, messages)
        records[source] = record
    }

    private mutating func record(_ source: PanelSource, at now: Instant) -> Record {
        if records[source] == nil, records.count >= Self.maxRecords,
            let oldest = records.min(by: { $0.value.seen < $1.value.seen })
        {
            records[oldest.key] = nil
        }
        var record = records[source] ?? Record(seen: now)
        record.seen = now
        return record
    }
}
