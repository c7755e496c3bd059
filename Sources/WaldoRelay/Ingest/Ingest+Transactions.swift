import WaldoStore

/// The transactions that store a group.
extension Ingest {
    /// The UUIDs of surveys in the database. One that comes first becomes its station's; one that has no
    /// station since the database is older than stations' names, or that was handed to another one, is left out.
    private func claims(_ places: Set<SurveyPlace>) throws(DatabaseError) -> [SurveyPlace: SurveyID] {
        guard !places.isEmpty else { return [:] }
        let sorted = places.sorted()
        var claims: [SurveyPlace: SurveyID] = [:]
        for row in try database.query(
            "SELECT station, sent_uuid, survey_uuid FROM waldo.claim($1::text[], $2::uuid[])",
            [Self.list(sorted.map(\.station.text)), Self.list(sorted.map(\.survey.text))])
        {
            guard let station = row[0].flatMap({ StationName($0) }), let sent = row[1].flatMap({ SurveyID($0) }),
                let survey = row[2].flatMap({ SurveyID($0) })
            else { continue }
            claims[SurveyPlace(station, sent)] = survey
        }
        return claims
    }

    /// An array as PostgreSQL reads it. Names of stations and UUIDs need no quotes.
    private static func list(_ texts: [String]) -> String {
        "{" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "}"
    }

    /// The streams of one station that are looked for at a time: whoever makes up more has the rest looked for later.
    private static let maxStreams = 40_000

    /// Adds what the database holds of surveys. Those that have more streams than a document of progress are named.
    private func hold(
        _ claims: [SurveyPlace: SurveyID], in outcome: inout IngestOutcome
    ) throws(DatabaseError) {
        guard !claims.isEmpty else { return }
        let places = Dictionary(claims.map { ($0.value, $0.key) }) { one, _ in one }
        let stations = Dictionary(grouping: claims.keys, by: \.station)
        let lists = stations.values.map { $0.compactMap { claims[$0]?.text }.sorted().joined(separator: ",") }
        var stored: [SurveyPlace: IngestOutcome.Stored] = [:],
            rows: [StationName: (count: Int, last: SurveyPlace)] = [:]
        for row in try database.query(
            """
            SELECT q.survey_uuid, q.stream, q.upto FROM unnest($1::text[]) AS s (list) CROSS JOIN LATERAL (
                SELECT p.* FROM unnest(s.list::uuid[]) AS u (id) CROSS JOIN LATERAL (
                    SELECT w.survey_uuid, w.stream, w.upto FROM waldo.progress w WHERE w.survey_uuid = u.id
                    LIMIT $2::bigint + 1) p
                LIMIT $3::bigint + 1) q
            """, [Self.list(lists.map { "{\($0)}" }), "\(ProgressDocument.maxStreams)", "\(Self.maxStreams)"])
        {
            guard let place = row[0].flatMap({ SurveyID($0) }).flatMap({ places[$0] }),
                let stream = row[1].flatMap({ RelayStream(name: $0) }), let upto = row[2].flatMap({ Int64($0) })
            else { continue }
            stored[place, default: IngestOutcome.Stored()].upto[stream] = upto
            rows[place.station] = ((rows[place.station]?.count ?? 0) + 1, place)
        }
        for place in claims.keys {
            let count = stored[place]?.upto.count ?? 0
            if count > ProgressDocument.maxStreams {
                stored[place] = nil
                outcome.overfull.insert(place)
            } else if let all = rows[place.station], all.count > Self.maxStreams {
                // Of the last one of so many there may be more, and of those behind it anything.
                if count == 0 || place == all.last { stored[place] = nil }
            } else if count == 0 {
                stored[place] = IngestOutcome.Stored()
            }
        }
        for row in try database.query(
            "SELECT survey_uuid, revision FROM waldo.meta_revision WHERE survey_uuid = ANY ($1::uuid[])",
            [Self.list(stored.keys.compactMap { claims[$0]?.text }.sorted())])
        {
            guard let place = row[0].flatMap({ SurveyID($0) }).flatMap({ places[$0] }) else { continue }
            stored[place]?.meta = row[1].flatMap { Int64($0) }
        }
        outcome.stored = stored
    }

    /// Stores a group in one transaction, all of it or nothing, and tries again while another session holds what it
    /// needs.
    func commit(_ group: IngestGroup) throws(DatabaseError) -> IngestOutcome {
        try database.retrying(3) { () throws(DatabaseError) in try commitOnce(group) }
    }

    /// What is known of streams comes before their rows, which are held against it.
    private func commitOnce(_ group: IngestGroup) throws(DatabaseError) -> IngestOutcome {
        try database.transaction { () throws(DatabaseError) in
            var outcome = IngestOutcome()
            let claims = try claims(group.surveys)
            outcome.unowned = group.surveys.subtracting(claims.keys)
            for (place, meta) in group.metas.sorted(by: { $0.key < $1.key }) {
                guard let survey = claims[place] else { continue }
                try database.query(
                    "SELECT waldo.take_meta($1, $2, $3)", [survey.text, "\(meta.revision)", meta.json])
            }
            let staged = StagedRows(group.items, of: claims)
            if !staged.isEmpty { outcome.streams = try stage(staged, of: claims) }
            try hold(claims, in: &outcome)
            return outcome
        }
    }

    /// Notes refusals, and finds out what the database holds of surveys.
    func note(
        _ refusals: [IngestGroup.Rejected], andHear surveys: Set<SurveyPlace>
    ) throws(DatabaseError) -> IngestOutcome {
        try database.retrying(3) { () throws(DatabaseError) in
            try database.transaction { () throws(DatabaseError) in
                for refusal in refusals { try note(refusal) }
                var outcome = IngestOutcome()
                let claims = try claims(surveys)
                outcome.unowned = surveys.subtracting(claims.keys)
                try hold(claims, in: &outcome)
                return outcome
            }
        }
    }

    private func stage(
        _ staged: StagedRows, of claims: [SurveyPlace: SurveyID]
    ) throws(DatabaseError) -> [IngestOutcome.Stream] {
        let places = Dictionary(claims.map { ($0.value, $0.key) }) { one, _ in one }
        try database.query("SELECT waldo.begin_take()")
        try database.copy("COPY pg_temp.stage_batch FROM STDIN", from: staged.batches)
        for table in RelayStream.Table.allCases {
            guard let rows = staged.rows[table], !rows.isEmpty else { continue }
            try database.copy(StagedRows.statement(table), from: rows)
        }
        return try database.query(
            "SELECT survey_uuid, stream, upto, inserted, equal, conflicts, refused FROM waldo.take()"
        ).compactMap { row in
            guard let place = row[0].flatMap({ SurveyID($0) }).flatMap({ places[$0] }),
                let stream = row[1].flatMap({ RelayStream(name: $0) })
            else { return nil }
            func number(_ column: Int) -> Int64 { row[column].flatMap { Int64($0) } ?? 0 }
            return IngestOutcome.Stream(
                place: place, stream: stream, upto: number(2), inserted: Int(number(3)), equal: Int(number(4)),
                conflicts: Int(number(5)), followsGap: row[6] == "t")
        }
    }

    private func note(_ refusal: IngestGroup.Rejected) throws(DatabaseError) {
        var bytes = "\\x"
        for byte in refusal.beginning { bytes += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        let topic = refusal.topic.replacing("\0", with: "\u{fffd}")
        try database.query("SELECT waldo.note_rejected($1, $2, $3)", [topic, refusal.reason, bytes])
    }
}
