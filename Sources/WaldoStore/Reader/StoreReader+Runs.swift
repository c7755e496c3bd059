import WaldoCore
import WaldoSurvey
import WaldoTime

extension StoreReader {
    /// The newest run of each session of a survey, in the order of the sessions.
    /// - Throws: `StoreError`.
    public func newestRuns(of survey: Int64) throws(StoreError) -> [Int64] {
        try connection.texts(
            """
            SELECT max(r.id) FROM run r JOIN session s ON s.id = r.session WHERE s.survey = \(survey)
            GROUP BY s.id ORDER BY s.id
            """
        ).compactMap { Int64($0) }
    }

    /// The newest run of a session.
    func newestRun(of session: Int64) throws(StoreError) -> Int64 {
        guard let run = try connection.number("SELECT max(id) FROM run WHERE session = \(session)") else {
            throw notFound("session \(session)")
        }
        return run
    }

    func runs(of session: Int64) throws(StoreError) -> [RunSummary] {
        let statement = try connection.rows(RunRow.table, "WHERE session = \(session) ORDER BY id")
        var runs: [RunSummary] = []
        while try statement.step() {
            let (id, row) = (statement.int(0), statement.row(as: RunRow.self))
            let derived = RowID.derived(of: id)
            runs.append(
                RunSummary(
                    id: id, description: row.run, hash: row.hash, isLive: row.isLive, made: row.made,
                    streams: try streams(of: id), alarms: try rows(AlarmChange.table, in: derived),
                    gaps: try rows(Gap.table, in: derived), rejects: try rows(RejectRow.table, in: derived)))
        }
        return runs
    }

    private func streams(of run: Int64) throws(StoreError) -> [StreamSummary] {
        var streams: [StreamSummary] = []
        for (number, description) in try descriptions(ofRun: run) {
            let ids = RowID.samples(of: RowID.stream(run: run, number))
            // 9e999 is SQLite's infinity.
            let counts = "(WHERE abs(value) < 9e999 AND flags & \(SampleFlags.worthless.rawValue) = 0)"
            let row = try connection.rows(
                "sample",
                """
                count(*), min(value) FILTER \(counts) AS value, avg(value) FILTER \(counts),
                    max(value) FILTER \(counts) AS value, count(x), min(utc) AS utc, max(utc) AS utc,
                    count(*) FILTER \(counts), avg(value * \(Mean.scale)) FILTER \(counts)
                """, "WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound)")
            guard try row.step() else { continue }
            streams.append(
                StreamSummary(
                    number: number, description: description, samples: row.int(0),
                    excluded: row.int(0) - row.int(7), minimum: row.optionalDouble(1),
                    mean: row.optionalDouble(8).map { Mean.value(row.optionalDouble(2), scaled: $0) },
                    maximum: row.optionalDouble(3), placed: row.int(4),
                    first: row.optionalInt(5), last: row.optionalInt(6)))
            row.reset()
        }
        return streams
    }

    /// The streams of a run by their numbers.
    func descriptions(ofRun run: Int64) throws(StoreError) -> [(number: Int, description: StreamDescription)] {
        let ids = RowID.streams(of: run)
        let row = try connection.rows(
            StreamDescription.table, "WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound) ORDER BY id")
        var streams: [(Int, StreamDescription)] = []
        while try row.step() { streams.append((Int(row.int(2)), row.row())) }
        return streams
    }
}
