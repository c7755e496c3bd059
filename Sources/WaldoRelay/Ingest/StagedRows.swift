import WaldoStore

/// The rows of a group as the staging tables take them.
struct StagedRows {
    /// The rows of `stage_batch`.
    private(set) var batches: [UInt8] = []
    /// The rows of each table, behind the UUIDs of their surveys.
    private(set) var rows: [RelayStream.Table: [UInt8]] = [:]

    /// Whether there are no batches.
    var isEmpty: Bool { batches.isEmpty }

    /// The rows of the surveys that have a UUID in the database.
    init(_ items: [IngestGroup.Item], of claims: [SurveyPlace: SurveyID]) {
        for (number, item) in items.enumerated() {
            guard let survey = claims[item.place] else { continue }
            let (batch, stream) = (item.batch, item.batch.stream)
            batches += "\(number)\t\(survey.text)\t\(stream.name)\t\(stream.table.rawValue)\t".utf8
            batches += "\(batch.after)\t\(batch.last)\t\(batch.count)\n".utf8
            Self.append(batch.rows, behind: survey, to: &rows[stream.table, default: []])
        }
    }

    private static func append(_ lines: [UInt8], behind survey: SurveyID, to rows: inout [UInt8]) {
        let prefix = Array(survey.text.utf8) + [UInt8(ascii: "\t")]
        lines.withUnsafeBytes { bytes in
            var reader = LineReader(bytes)
            while let line = reader.next() {
                rows += prefix
                rows += line
                rows.append(UInt8(ascii: "\n"))
            }
        }
    }

    /// The statement that a table's rows are copied by.
    static func statement(_ table: RelayStream.Table) -> SQL {
        switch table {
        case .clock: "COPY pg_temp.stage_clock FROM STDIN"
        case .reading: "COPY pg_temp.stage_reading FROM STDIN"
        case .command: "COPY pg_temp.stage_command FROM STDIN"
        case .fix: "COPY pg_temp.stage_fix FROM STDIN"
        case .event: "COPY pg_temp.stage_event FROM STDIN"
        case .sample: "COPY pg_temp.stage_sample FROM STDIN"
        case .alarm: "COPY pg_temp.stage_alarm FROM STDIN"
        case .gap: "COPY pg_temp.stage_gap FROM STDIN"
        case .reject: "COPY pg_temp.stage_reject FROM STDIN"
        }
    }
}
