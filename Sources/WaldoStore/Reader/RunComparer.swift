public import WaldoCore
public import WaldoTime

/// Takes freshly computed results, and compares each with the row that a run has of it.
public final class RunComparer: SurveySink {
    private let reader: StoreReader
    private let run: Int64
    private let allowsPrefix: Bool
    private var streams: [(number: Int, cursor: SampleCursor, isAnnounced: Bool)] = []
    private let alarms, gaps, rejects: RowCursor
    private var equal = 0, missing = 0
    /// The first difference; nil: none so far. Later results are not looked at.
    public private(set) var difference: String?
    private var failure: StoreError?

    init(run: Int64, allowsPrefix: Bool, reader: StoreReader) throws(StoreError) {
        self.run = run
        self.allowsPrefix = allowsPrefix
        self.reader = reader
        for (number, description) in try reader.descriptions(ofRun: run) {
            let cursor = try SampleCursor(run: run, number, description, in: reader.connection)
            streams.append((number, cursor, false))
        }
        alarms = RowCursor(try reader.derivedRows("alarm", run))
        gaps = RowCursor(try reader.derivedRows("gap", run))
        rejects = RowCursor(try reader.derivedRows("reject", run))
    }

    /// What a run has in the place of a result.
    private enum Stored {
        case equal
        /// Another row; its text is made for a difference only.
        case other(String)
    }

    private func compare(_ what: @autoclosure () -> String, _ next: () throws(StoreError) -> Stored?) {
        guard difference == nil, failure == nil else { return }
        do throws(StoreError) {
            guard let stored = try next() else {
                missing += 1
                if !allowsPrefix { difference = "\(what()) is computed and not stored" }
                return
            }
            switch stored {
            case .equal: equal += 1
            case .other(let text): difference = "\(what()) is computed, \(text) is stored"
            }
        } catch {
            failure = error
        }
    }

    /// Compares what a stream is.
    public func stream(_ number: Int, _ description: StreamDescription) {
        compare("stream \(number), \(description.name),") {
            guard let place = streams.firstIndex(where: { $0.number == number }) else { return nil }
            streams[place].isAnnounced = true
            let stored = streams[place].cursor.description
            return stored == description ? .equal : .other("\(stored.name)")
        }
    }

    /// A message has no row.
    public func message(_ message: borrowing SensorMessage) {}

    /// Compares a sample.
    public func sample(_ sample: Sample) {
        compare("sample \(sample)") { () throws(StoreError) in
            guard let cursor = streams.first(where: { $0.number == sample.stream })?.cursor,
                let stored = cursor.sample
            else { return nil }
            try cursor.advance()
            return stored == sample.storable ? .equal : .other("\(stored)")
        }
    }

    /// Compares an alarm.
    public func alarm(_ change: AlarmChange) {
        compare("alarm \(change)") { () throws(StoreError) in
            guard let stored = try alarms.next()?.alarm else { return nil }
            return stored == change.storable ? .equal : .other("\(stored)")
        }
    }

    /// Compares a gap.
    public func gap(_ gap: Gap) {
        compare("gap \(gap)") { () throws(StoreError) in
            guard let stored = try gaps.next()?.gap else { return nil }
            return stored == gap ? .equal : .other("\(stored)")
        }
    }

    /// The mark belongs to the survey, not to a run.
    public func forbidsUpload(at time: Instant) {}

    /// Compares rejected bytes.
    public func reject(_ reject: Reject) {
        compare("reject \(reject)") { () throws(StoreError) in
            guard let stored = try rejects.next()?.reject else { return nil }
            return stored == reject ? .equal : .other("\(stored)")
        }
    }

    func finish() throws(StoreError) -> RunComparison {
        if let failure { throw failure }
        if let difference { return .different(difference) }
        for (_, cursor, isAnnounced) in streams {
            if !isAnnounced { return .different("stream \(cursor.description.name) is stored and not computed") }
            if let sample = cursor.sample { return .different("sample \(sample) is stored and not computed") }
        }
        for (name, rows) in [("alarm", alarms), ("gap", gaps), ("reject", rejects)] {
            guard let row = try rows.next() else { continue }
            return .different("\(name) \(row.int(2)) is stored and not computed")
        }
        return missing == 0 ? .equal(rows: equal) : .prefix(rows: equal, missing: missing)
    }
}
