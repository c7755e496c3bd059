internal import WaldoCore

/// What is remembered of those who connect, by source, so that coming anew resets nothing. Pure; the time is handed in.
struct PanelSources {
    /// Sources that are remembered; beyond that the one that was quiet longest is forgotten.
    static let mostKept = 64
    /// Wrong tokens that a source may show at once, and how long each takes to be forgiven.
    static let mostWrong = 16, forgiveness: Microseconds = .milliseconds(500)
    /// Messages that a page may send in a second. Two fingers make 250; what has waited in a network for some seconds
    /// comes at once, and the last of it may be a stop.
    static let messagesASecond = 5_000

    private struct Record {
        var seen: Microseconds
        var wrong = 0
        var wrongSince: Microseconds = 0
        var isReported = false
        var spent = 0
        var spentSince: Microseconds = 0
    }

    private var records: [PanelSource: Record] = [:]
    private var reported = 0

    /// Sources that are remembered at present.
    var count: Int { records.count }

    // MARK: tokens

    /// Whether a token of this source is looked at now. After too many wrong ones none is for a while, not even the
    /// right one: guesses could be told apart by it.
    mutating func mayShowToken(_ source: PanelSource, at now: Microseconds) -> Bool {
        guard var record = records[source], record.wrong > 0 else { return true }
        let forgiven = Int((now - record.wrongSince) / Self.forgiveness)
        record.wrong = max(0, record.wrong - forgiven)
        record.wrongSince += Microseconds(forgiven) * Self.forgiveness
        records[source] = record
        return record.wrong < Self.mostWrong
    }

    /// A token was wrong; tells whether that is to be said: once a source, and of no more sources than are remembered.
    mutating func tokenWasWrong(_ source: PanelSource, at now: Microseconds) -> Bool {
        var record = record(source, at: now)
        if record.wrong == 0 { record.wrongSince = now }
        record.wrong += 1
        let isNews = !record.isReported && reported < Self.mostKept
        if isNews { reported += 1 }
        record.isReported = true
        records[source] = record
        return isNews
    }

    // MARK: messages

    /// What pages of this source that are gone have sent in the present second.
    func messagesSpent(by source: PanelSource, at now: Microseconds) -> Int {
        guard let record = records[source], now - record.spentSince < .seconds(1) else { return 0 }
        return record.spent
    }

    /// A page is gone, and has sent so many messages in the second that began then.
    mutating func spend(_ messages: Int, since: Microseconds, by source: PanelSource, at now: Microseconds) {
        guard messages > 0, now - since < .seconds(1) else { return }
        var record = record(source, at: now)
        if now - record.spentSince >= .seconds(1) { (record.spent, record.spentSince) = (0, since) }
        // What the page itself had inherited is counted once.
        record.spent = max(record.spent, messages)
        records[source] = record
    }

    private mutating func record(_ source: PanelSource, at now: Microseconds) -> Record {
        if records[source] == nil, records.count >= Self.mostKept,
            let oldest = records.min(by: { $0.value.seen < $1.value.seen })
        {
            records[oldest.key] = nil
        }
        var record = records[source] ?? Record(seen: now)
        record.seen = now
        return record
    }
}
