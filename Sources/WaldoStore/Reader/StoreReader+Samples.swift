import WaldoCore
public import WaldoSurvey
import WaldoTime

extension StoreReader {
    /// The samples of a survey: of the newest run of each session, one session after the other.
    /// - Parameter body: takes a sample and what its stream is; returns whether it wants the next one.
    /// - Throws: `StoreError`.
    public func samples(of survey: Int64, _ body: (Sample, StreamDescription) -> Bool) throws(StoreError) {
        try connection.snapshot { () throws(StoreError) in
            for run in try newestRuns(of: survey) {
                guard try merge(run, body) else { return }
            }
        }
    }

    /// The samples of a run by the middle of their times; at the same time, by the numbers of their streams.
    /// - Parameter body: takes a sample and what its stream is; returns whether it wants the next one.
    /// - Throws: `StoreError`.
    public func samples(ofRun run: Int64, _ body: (Sample, StreamDescription) -> Bool) throws(StoreError) {
        try connection.snapshot { () throws(StoreError) in _ = try merge(run, body) }
    }

    /// The samples of a run in the same order, beside the events of its session.
    /// - Parameter body: takes a sample, what its stream is, and as many of the events as it needs for it; returns
    ///   whether it wants the next one.
    /// - Throws: `StoreError`.
    public func samples(
        ofRun run: Int64, of session: Int64, _ body: (Sample, StreamDescription, EventQueue) -> Bool
    ) throws(StoreError) {
        try connection.snapshot { () throws(StoreError) in
            let events = try EventQueue(session: session, in: connection)
            _ = try merge(run) { body($0, $1, events) }
        }
    }

    private func merge(_ run: Int64, _ body: (Sample, StreamDescription) -> Bool) throws(StoreError) -> Bool {
        var cursors: [SampleCursor] = []
        for (number, description) in try descriptions(ofRun: run) {
            cursors.append(try SampleCursor(run: run, number, description, in: connection))
        }
        while true {
            var first: (cursor: SampleCursor, middle: Instant, sample: Sample)?
            for cursor in cursors {
                guard let sample = cursor.sample else { continue }
                let middle = sample.middle
                if first == nil || middle < first!.middle { first = (cursor, middle, sample) }
            }
            guard let first else { return true }
            guard body(first.sample, first.cursor.description) else { return false }
            try first.cursor.advance()
        }
    }

    /// The alarms of a run in order.
    /// - Throws: `StoreError`.
    public func alarms(ofRun run: Int64) throws(StoreError) -> [AlarmChange] {
        try derived(run)
    }

    /// The gaps of a run in order.
    /// - Throws: `StoreError`.
    public func gaps(ofRun run: Int64) throws(StoreError) -> [Gap] { try derived(run) }

    /// The rejects of a run in order, each with its line in an imported file.
    /// - Throws: `StoreError`.
    public func rejects(ofRun run: Int64) throws(StoreError) -> [(reject: Reject, line: Int?)] {
        try derived(run).map { (row: RejectRow) in (row.reject, row.line) }
    }

    private func derived<Value: Row>(_ run: Int64) throws(StoreError) -> [Value] {
        let row = try derivedRows(Value.table, run)
        var values: [Value] = []
        while try row.step() { values.append(row.row()) }
        return values
    }

    func derivedRows(_ table: String, _ run: Int64) throws(StoreError) -> PreparedStatement {
        let ids = RowID.derived(of: run)
        return try connection.rows(
            table, "WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound) ORDER BY id")
    }
}
