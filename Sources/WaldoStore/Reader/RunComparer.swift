import WaldoCore
public import WaldoSurvey
public import WaldoTime

/// Takes freshly computed results, and compares each with the row that a run has of it.
public final class RunComparer: SurveySink {
    private let reader: StoreReader
    private let run: Int64
    /// When the session's first row came.
    private let began: Instant
    private let allowsPrefix: Bool
    private var streams: [(number: Int, cursor: SampleCursor, isAnnounced: Bool)] = []
    private let alarms, gaps, rejects: RowCursor
    private var equal = 0, missing = 0
    /// The first difference; nil: none so far. Later results are not looked at.
    public private(set) var difference: String?
    private var failure: StoreError?

    init(run: Int64, began: Instant, allowsPrefix: Bool, reader: StoreReader) throws(StoreError) {
        self.run = run
        self.began = began
        self.allowsPrefix = allowsPrefix
        self.reader = reader
        for (number, description) in try reader.descriptions(ofRun: run) {
            let cursor = try SampleCursor(run: run, number, description, in: reader.connection)
            streams.append((number, cursor, false))
        }
        alarms = RowCursor(try reader.derivedRows(AlarmChange.table, run))
        gaps = RowCursor(try reader.derivedRows(Gap.table, run))
        rejects = RowCursor(try reader.derivedRows(RejectRow.table, run))
    }

    /// What a run has instead of a result.
    private enum Stored {
        case equal
        /// Another row, and in what it differs; its text is made for a difference only.
        case other(RowDifference)
    }

    /// - Parameter what: the row in words; it is made for a difference only.
    private func compare(_ what: @autoclosure () -> String, _ next: () throws(StoreError) -> Stored?) {
        guard difference == nil, failure == nil else { return }
        do throws(StoreError) {
            guard let stored = try next() else {
                missing += 1
                if !allowsPrefix { difference = "\(what()): computed, and not stored" }
                return
            }
            switch stored {
            case .equal: equal += 1
            case .other(let other): difference = "\(what()): \(other.text ?? "another row is stored")"
            }
        } catch {
            failure = error
        }
    }

    // MARK: rows in words

    private func name(_ sample: Sample) -> String {
        let stream = streams.first { $0.number == sample.stream }?.cursor.description.name ?? "stream \(sample.stream)"
        let time = sample.utc.flatMap { TimeText.text($0) } ?? self.time(sample.middle)
        return "\(SafeText.escaped(stream)), sample \(sample.sequence), \(time)"
    }

    private func name(_ change: AlarmChange) -> String {
        "alarm \(SafeText.escaped(change.node)), \(time(change.at))"
    }

    private func name(_ gap: Gap) -> String { "gap, \(time(gap.from))" }

    private func name(_ reject: Reject) -> String { "reject, channel \(reject.channel), \(time(reject.at))" }

    private func time(_ time: Instant) -> String { RowDifference.time(time, since: began) }

    /// Compares what a stream is.
    public func stream(_ number: Int, _ description: StreamDescription) {
        compare("stream \(number), \(SafeText.escaped(description.name))") {
            guard let index = streams.firstIndex(where: { $0.number == number }) else { return nil }
            streams[index].isAnnounced = true
            let stored = streams[index].cursor.description
            return stored == description ? .equal : .other(RowDifference(description, stored))
        }
    }

    /// A message has no row.
    public func message(_ message: borrowing SensorMessage) {}

    /// Compares a sample.
    public func sample(_ sample: Sample) {
        compare(name(sample)) { () throws(StoreError) in
            guard let cursor = streams.first(where: { $0.number == sample.stream })?.cursor,
                let stored = cursor.sample
            else { return nil }
            try cursor.advance()
            return stored == sample.storable ? .equal : .other(RowDifference(sample.storable, stored, since: began))
        }
    }

    /// Compares an alarm.
    public func alarm(_ change: AlarmChange) {
        compare(name(change)) { () throws(StoreError) in
            guard let stored = try alarms.next()?.row(as: AlarmChange.self) else { return nil }
            return stored == change.storable ? .equal : .other(RowDifference(change.storable, stored, since: began))
        }
    }

    /// Compares a gap.
    public func gap(_ gap: Gap) {
        compare(name(gap)) { () throws(StoreError) in
            guard let stored = try gaps.next()?.row(as: Gap.self) else { return nil }
            return stored == gap ? .equal : .other(RowDifference(gap, stored, since: began))
        }
    }

    /// The mark belongs to the survey, not to a run.
    public func forbidsUpload(at time: Instant) {}

    /// Compares rejected bytes.
    public func reject(_ reject: Reject) {
        compare(name(reject)) { () throws(StoreError) in
            guard let stored = try rejects.next()?.row(as: RejectRow.self).reject else { return nil }
            return stored == reject ? .equal : .other(RowDifference(reject, stored, since: began))
        }
    }

    func finish() throws(StoreError) -> RunComparison {
        if let failure { throw failure }
        if let difference { return .different(difference) }
        for (_, cursor, isAnnounced) in streams {
            if !isAnnounced { return .different("stream \(cursor.description.name): stored, and not computed") }
            if let sample = cursor.sample { return .different("\(name(sample)): stored, and not computed") }
        }
        var row: String?
        if let alarm = try alarms.next()?.row(as: AlarmChange.self) { row = name(alarm) }
        if row == nil, let gap = try gaps.next()?.row(as: Gap.self) { row = name(gap) }
        if row == nil, let reject = try rejects.next()?.row(as: RejectRow.self).reject { row = name(reject) }
        if let row { return .different("\(row): stored, and not computed") }
        return missing == 0 ? .equal(rows: equal) : .prefix(rows: equal, missing: missing)
    }
}
