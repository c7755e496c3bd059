public import WaldoStore

extension RelayReader {
    /// A survey as its journey begins.
    public struct Survey: Equatable, Sendable {
        /// Its number in the file.
        public var id: Int64
        /// Its UUID.
        public var uuid: String
        /// Its title.
        public var title: String
        /// How it was measured; nil: by a sensor.
        public var method: String?
        /// The name of its sensor, and of the arm that was driven; nil: none.
        public var sensor: String, arm: String?
        /// Whether it may be published.
        public var allowsUpload: Bool
        /// Whether it is marked as deleted.
        public var isDeleted: Bool

        /// Whether its numbers are those of no real sensor: a simulated one, or the built-in demo.
        public var isSimulated: Bool { method?.hasPrefix("simulation: ") == true || sensor == "demo" }
    }

    /// A stream, and whether it may get more rows.
    public struct Extent: Equatable, Sendable {
        /// The stream.
        public var stream: RelayStream
        /// Whether its session has ended, or its run was written as a whole.
        public var isClosed: Bool
    }

    /// The surveys of the file in their order, deleted ones too.
    /// - Throws: `StoreError`.
    public func surveys() throws(StoreError) -> [Survey] {
        let row = try reader.connection.rows(
            "survey", "id, uuid, title, method, sensor_name, arm_name, upload, deleted", "ORDER BY id")
        var surveys: [Survey] = []
        while try row.step() {
            surveys.append(
                Survey(
                    id: row.int(0), uuid: row.text(1), title: row.text(2), method: row.optionalText(3),
                    sensor: row.text(4), arm: row.optionalText(5), allowsUpload: row.int(6) != 0,
                    isDeleted: !row.isNull(7)))
        }
        return surveys
    }

    /// The newest value of a survey's newest run: of its first stream with a unit, or its first one.
    /// - Throws: `StoreError`.
    public func newestValue(
        of survey: Int64
    ) throws(StoreError) -> (stream: String, value: Double?, unit: String, utc: Int64?)? {
        let run = try reader.connection.number(
            "SELECT max(id) FROM run WHERE session IN (SELECT id FROM session WHERE survey = \(survey))")
        guard let run else { return nil }
        let ids = RowID.streams(of: run)
        let streams = try reader.connection.rows(
            "stream", "id, name, unit", "WHERE id >= ? AND id < ? ORDER BY unit = '', id LIMIT 1")
        streams.bind(ids.lowerBound)
        streams.bind(ids.upperBound)
        guard try streams.step() else { return nil }
        defer { streams.reset() }
        let rows = RowID.samples(of: streams.int(0))
        let sample = try reader.connection.rows(
            "sample", "value, utc", "WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1")
        sample.bind(rows.lowerBound)
        sample.bind(rows.upperBound)
        guard try sample.step() else { return nil }
        defer { sample.reset() }
        return (streams.text(1), sample.optionalDouble(0), streams.text(2), sample.optionalInt(1))
    }

    /// How many times without measurement a survey's newest run has.
    /// - Throws: `StoreError`.
    public func gaps(of survey: Int64) throws(StoreError) -> Int64 {
        let run = try reader.connection.number(
            "SELECT max(id) FROM run WHERE session IN (SELECT id FROM session WHERE survey = \(survey))")
        return try run.map { (run) throws(StoreError) in try reader.rows("gap", in: RowID.derived(of: run)) } ?? 0
    }

    /// The streams of a survey: raw ones by session, then those of its runs.
    /// - Throws: `StoreError`.
    public func streams(of survey: Int64) throws(StoreError) -> [Extent] {
        try reader.connection.snapshot { () throws(StoreError) in
            var extents: [Extent] = [], ended: Set<Int64> = []
            let sessions = try reader.connection.rows("session", "id, clean", "WHERE survey = ? ORDER BY id")
            sessions.bind(survey)
            while try sessions.step() {
                let isClosed = !sessions.isNull(1)
                if isClosed { ended.insert(sessions.int(0)) }
                for table in RelayStream.Table.allCases where table.isRaw {
                    guard let stream = RelayStream(table, of: sessions.int(0)) else { continue }
                    extents.append(Extent(stream: stream, isClosed: isClosed))
                }
            }
            let runs = try reader.connection.rows(
                "run", "id, session, live", "WHERE session IN (SELECT id FROM session WHERE survey = ?) ORDER BY id")
            runs.bind(survey)
            while try runs.step() {
                let isClosed = runs.int(2) == 0 || ended.contains(runs.int(1))
                extents += try streams(ofRun: runs.int(0)).map { Extent(stream: $0, isClosed: isClosed) }
            }
            return extents
        }
    }

    private func streams(ofRun run: Int64) throws(StoreError) -> [RelayStream] {
        var streams = [RelayStream.Table.alarm, .gap, .reject].compactMap { RelayStream($0, of: run) }
        let ids = RowID.streams(of: run)
        let row = try reader.connection.rows("stream", "number", "WHERE id >= ? AND id < ? ORDER BY id")
        row.bind(ids.lowerBound)
        row.bind(ids.upperBound)
        while try row.step() {
            if let stream = RelayStream(.sample, of: run, number: row.int(0)) { streams.append(stream) }
        }
        return streams
    }

    /// The rows of a survey's small tables, by the tables of `StoreTable.meta`, as lines of COPY text. What PostgreSQL
    /// takes in no text is replaced by U+FFFD.
    /// - Throws: `StoreError`.
    public func meta(of survey: Int64) throws(StoreError) -> [[UInt8]] {
        let sessions = "(SELECT id FROM session WHERE survey = ?1)"
        let clauses = [
            "survey": "WHERE id = ?1", "session": "WHERE survey = ?1 ORDER BY id",
            "device": "WHERE survey = ?1 ORDER BY id", "channel": "WHERE session IN \(sessions) ORDER BY id",
            "tag": "WHERE survey = ?1 ORDER BY id", "note": "WHERE survey = ?1 ORDER BY id",
            "run": "WHERE session IN \(sessions) ORDER BY id",
            "stream": "WHERE run IN (SELECT id FROM run WHERE session IN \(sessions)) ORDER BY id",
            "account": "WHERE session IN \(sessions) ORDER BY session, channel",
            "account_reason": "WHERE session IN \(sessions) ORDER BY session, channel, reason",
            "account_lost": "WHERE session IN \(sessions) ORDER BY session, kind",
        ]
        return try reader.connection.snapshot { () throws(StoreError) in
            var all: [[UInt8]] = []
            for table in StoreTable.meta {
                let line = CopyLine(table), row = try reader.connection.rows(table.name, clauses[table.name] ?? "")
                row.bind(survey)
                var lines: [UInt8] = []
                while try row.step() {
                    let start = lines.count
                    guard !line.write(row, to: &lines) else { continue }
                    lines.removeSubrange(start...)
                    line.writeRepaired(row, to: &lines)
                }
                all.append(lines)
            }
            return all
        }
    }
}
