internal import WaldoStore

/// Stores groups of batches in the database: the way in for collectors, and for a station that has no broker between.
public final class Ingest {
    private let database: DatabaseConnection

    /// Stores by a connection.
    public init(_ database: DatabaseConnection) { self.database = database }

    /// Notices between groups that the database is gone.
    /// - Throws: `DatabaseError`.
    public func check() throws(DatabaseError) { try database.check() }

    /// Stores a group, all of it or, when this throws, nothing. What is stored already is compared. What the database
    /// refuses, though it keeps to the rules of its table, is noted as rejected, and holds up nothing else.
    /// - Throws: `DatabaseError`.
    public func take(_ group: IngestGroup) throws(DatabaseError) -> IngestOutcome {
        var outcome: IngestOutcome
        do throws(DatabaseError) {
            outcome = try store(group)
        } catch  where error.kind == .data {
            outcome = try takeParts(of: group)
        }
        if group.items.contains(where: { $0.batch.stream.table == .sample }) { outcome.mapFault = refreshMap() }
        return outcome
    }

    /// Moves what was added into the sums of the map, in a transaction of its own: nothing of it can undo or refuse what
    /// a station has sent.
    /// - Returns: why that could not be done; nil: it could. A lost connection is noticed by what follows.
    private func refreshMap() -> String? {
        do throws(DatabaseError) {
            try database.query("SELECT waldo.refresh_cells_when_due()")
            return nil
        } catch {
            return error.reason
        }
    }

    /// What the database holds of surveys.
    /// - Throws: `DatabaseError`.
    public func held(of surveys: Set<SurveyID>) throws(DatabaseError) -> [SurveyID: IngestOutcome.Held] {
        var held = Dictionary(uniqueKeysWithValues: surveys.map { ($0, IngestOutcome.Held()) })
        guard !surveys.isEmpty else { return held }
        let list = "{" + surveys.map(\.text).sorted().joined(separator: ",") + "}"
        for row in try database.query(
            "SELECT survey_uuid, stream, upto FROM waldo.progress WHERE survey_uuid = ANY ($1::uuid[])", [list])
        {
            guard let survey = row[0].flatMap({ SurveyID($0) }), let stream = row[1].flatMap({ RelayStream(name: $0) }),
                let upto = row[2].flatMap({ Int64($0) })
            else { continue }
            held[survey]?.upto[stream] = upto
        }
        for row in try database.query(
            "SELECT survey_uuid, revision FROM waldo.meta_revision WHERE survey_uuid = ANY ($1::uuid[])", [list])
        {
            guard let survey = row[0].flatMap({ SurveyID($0) }) else { continue }
            // A database of an earlier version may hold one that no document can carry.
            held[survey]?.meta = row[1].flatMap { Int64($0) }.map {
                min(max($0, Wire.revisions.lowerBound), Wire.revisions.upperBound)
            }
        }
        return held
    }

    private func store(_ group: IngestGroup) throws(DatabaseError) -> IngestOutcome {
        try database.transaction { () throws(DatabaseError) in
            var outcome = IngestOutcome()
            if !group.items.isEmpty { outcome.streams = try stage(StagedRows(group.items)) }
            for (survey, meta) in group.metas.sorted(by: { $0.key.text < $1.key.text }) {
                try database.query(
                    "SELECT waldo.take_meta($1, $2, $3)", [survey.text, "\(meta.revision)", meta.json])
            }
            for refusal in group.rejected { try note(refusal) }
            outcome.held = try held(of: group.surveys)
            return outcome
        }
    }

    private func stage(_ staged: StagedRows) throws(DatabaseError) -> [IngestOutcome.Stream] {
        try database.query("SELECT waldo.begin_take()")
        try database.copy("COPY pg_temp.stage_batch FROM STDIN", from: staged.batches)
        for table in RelayStream.Table.allCases {
            guard let rows = staged.rows[table], !rows.isEmpty else { continue }
            try database.copy(StagedRows.statement(table), from: rows)
        }
        return try database.query(
            "SELECT survey_uuid, stream, upto, inserted, equal, conflicts, refused FROM waldo.take()"
        ).compactMap { row in
            guard let survey = row[0].flatMap({ SurveyID($0) }), let stream = row[1].flatMap({ RelayStream(name: $0) })
            else { return nil }
            func number(_ column: Int) -> Int64 { row[column].flatMap { Int64($0) } ?? 0 }
            return IngestOutcome.Stream(
                survey: survey, stream: stream, upto: number(2), inserted: Int(number(3)), equal: Int(number(4)),
                conflicts: Int(number(5)), isBehindGap: row[6] == "t")
        }
    }

    private func note(_ refusal: IngestGroup.Rejected) throws(DatabaseError) {
        var bytes = "\\x"
        for byte in refusal.beginning { bytes += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        let topic = refusal.topic.replacing("\0", with: "\u{fffd}")
        try database.query("SELECT waldo.note_rejected($1, $2, $3)", [topic, refusal.reason, bytes])
    }

    /// Stores a group part by part, so that one that is refused holds up no other.
    private func takeParts(of group: IngestGroup) throws(DatabaseError) -> IngestOutcome {
        var outcome = IngestOutcome()
        for part in group.parts {
            do throws(DatabaseError) {
                outcome.streams += try store(part).streams
            } catch  where error.kind == .data {
                outcome.refused.append(
                    IngestGroup.Rejected(topic: part.topic, reason: error.description, beginning: part.beginning))
            }
        }
        var rest = group.refusals
        for refusal in outcome.refused { rest.reject(refusal) }
        _ = try store(rest)
        outcome.held = try held(of: group.surveys)
        return outcome
    }
}
