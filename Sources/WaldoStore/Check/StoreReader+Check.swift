import WaldoCore
import WaldoSurvey

extension StoreReader {
    /// What is wrong with the file, one sentence each; empty: nothing. All rows are read once, and few are held.
    /// - Parameter progress: called after each row with the part of the rows that is done, 0...1.
    /// - Throws: `StoreError` when it cannot be read at all.
    public func check(progress: @escaping (Double) -> Void = { _ in }) throws(StoreError) -> [String] {
        try connection.snapshot { () throws(StoreError) in
            let schema = SchemaCheck(try connection.schema())
            let structure =
                try schema.findings + integrity(schema) + layers() + RowCheck(connection, progress).findings()
            let findings = try structure + runs() + order() + sequences() + accounts() + measurements() + clocks()
            // Their names and texts are the file's.
            return findings.map { SafeText.escaped($0, upTo: 1_000) }
        }
    }

    /// What SQLite itself finds. Where tables of other programs have expressions, only those without any are checked.
    private func integrity(_ schema: SchemaCheck) throws(StoreError) -> [String] {
        var tables: [String?] = [nil]
        if !schema.computing.isEmpty { tables = schema.checkable.map(\.quotedName) }
        var pages: [String] = [], foreign: [String] = []
        for table in tables {
            let argument = table.map { "(\($0))" } ?? ""
            if pages.count < 10 {
                pages += try connection.texts("PRAGMA integrity_check\(table == nil ? "(10)" : argument)")
                    .filter { $0 != "ok" }.prefix(10)
            }
            foreign += try connection.texts("PRAGMA foreign_key_check\(argument)")
                .map { "a row of \($0) refers to no row" }
        }
        return pages.map { "SQLite: \($0)" } + foreign
    }

    /// The layers that are registered, and their indexes.
    private func layers() throws(StoreError) -> [String] {
        var findings = try connection.texts(
            "SELECT table_name FROM gpkg_contents WHERE table_name NOT IN (SELECT name FROM sqlite_master)"
        ).map { "\($0) is registered, and is not there" }
        for layer in FeatureLayer.allCases {
            let table = layer.table
            let registered = try connection.number(
                """
                SELECT count(*) FROM gpkg_geometry_columns g JOIN gpkg_contents c USING (table_name)
                WHERE table_name = '\(table)' AND g.srs_id = \(layer.system.rawValue) AND c.srs_id = g.srs_id
                """)
            if registered != 1 { findings.append("\(table) is not registered as a layer") }
            let index = try connection.number(
                "SELECT count(*) FROM sqlite_master WHERE name = '\(layer.index)'")
            let extensions = try connection.number(
                "SELECT count(*) FROM gpkg_extensions WHERE table_name = '\(table)'")
            if index != extensions { findings.append("the spatial index of \(table) is half registered") }
            guard index == 1 else { continue }
            let features = try connection.count(table)
            if try connection.number("SELECT count(*) FROM \(layer.index)") != features {
                findings.append("the spatial index of \(table) lacks rows")
            }
            findings += try connection.texts("SELECT rtreecheck('\(layer.index)')").filter { $0 != "ok" }
        }
        return findings
    }

    /// That each run's hash is that of what it is computed by, and that a survey's files are those of its runs.
    private func runs() throws(StoreError) -> [String] {
        var findings: [String] = []
        let rows = try connection.prepare("SELECT * FROM run ORDER BY id")
        while try rows.step() {
            let row = rows.row(as: RunRow.self)
            guard row.run.hash != row.hash else { continue }
            findings.append(
                "run \(rows.int(0)): its hash does not match its sensor, graph, arm, rules for places and version")
        }
        return try findings
            + connection.texts(
                """
                SELECT 'survey ' || v.id || ': its sensor, graph or arm is not that of run ' || r.id
                FROM run r JOIN session s ON s.id = r.session JOIN survey v ON v.id = s.survey
                WHERE r.live = 1 AND (r.sensor IS NOT v.sensor OR r.graph IS NOT v.graph OR r.arm IS NOT v.arm)
                ORDER BY r.id
                """)
    }

    private func order() throws(StoreError) -> [String] {
        let all = Schema.rawTables.map { "SELECT session, ordinal FROM \($0)" }.joined(separator: " UNION ALL ")
        return try connection.texts(
            """
            SELECT session || ': events are missing: ' || count(*) || ' of ' || (max(ordinal) + 1)
            FROM (\(all)) GROUP BY session HAVING count(*) != max(ordinal) + 1
            """
        ).map { "session \($0)" }
    }

    private func sequences() throws(StoreError) -> [String] {
        try connection.texts(
            """
            SELECT 'run ' || t.run || ', ' || t.name || ': samples are missing: ' || count(*) || ' of '
                || (max(s.seq) + 1)
            FROM sample s JOIN stream t ON t.id = s.stream GROUP BY s.stream
            HAVING count(*) != max(s.seq) + 1 OR min(s.seq) != 0
            """)
    }

    private func accounts() throws(StoreError) -> [String] {
        try connection.texts(
            """
            SELECT 'session ' || a.session || ', channel ' || a.channel || ': received ' || received || ', stored '
                || stored || ' (in rows: ' || ifnull(r.bytes, 0) || '), overflowed ' || overflowed || ', accepted '
                || ifnull(accepted, 'not known') || ', rejected ' || rejected || ' bytes do not add up'
            FROM account a JOIN session e ON e.id = a.session JOIN survey v ON v.id = e.survey
            LEFT JOIN (SELECT session, channel, sum(length(bytes)) bytes FROM reading GROUP BY session, channel) r
                ON r.session = a.session AND r.channel = a.channel
            WHERE received != stored + overflowed OR (v.pruned IS NULL AND stored != ifnull(r.bytes, 0))
                OR (e.clean = 1 AND accepted IS NOT NULL AND stored != accepted + rejected)
            """)
    }

    /// A measurement gives at most one sample of each stream; where the sensor's streams are kept as they are, it gives
    /// one at least.
    private func measurements() throws(StoreError) -> [String] {
        try connection.texts(
            """
            SELECT 'session ' || session || ': of ' || decoded || ' measurements ' || sampled || ' gave samples, and '
                || CASE WHEN most > sampled THEN 'one stream has ' || most ELSE 'all streams together have ' || total END
            FROM (SELECT a.session, a.decoded, a.decoded - a.unsampled sampled, s.most, s.total, s.graph
                FROM (SELECT session, sum(CASE reason WHEN 'measurement' THEN rows END) decoded,
                        sum(CASE WHEN reason LIKE 'no sample: %' THEN rows ELSE 0 END) unsampled
                    FROM account_reason GROUP BY session) a
                JOIN (SELECT session, graph, max(n) most, sum(n) total
                    FROM (SELECT r.session, r.graph, t.name, count(s.stream) n FROM run r JOIN stream t ON t.run = r.id
                        LEFT JOIN sample s ON s.stream = t.id WHERE r.live = 1 GROUP BY t.id) GROUP BY session) s
                    ON s.session = a.session
                JOIN session e ON e.id = a.session
                WHERE a.decoded IS NOT NULL AND e.clean = 1
                    AND a.session NOT IN (SELECT session FROM account_lost WHERE kind IN ('sample', 'reading')))
            WHERE most > sampled OR (graph IS NULL AND total < sampled)
            """)
    }

    private func clocks() throws(StoreError) -> [String] {
        try connection.texts(
            """
            SELECT session || ': the session''s clock goes back at event ' || ordinal FROM (
                SELECT session, ordinal, mono, lag(mono) OVER (PARTITION BY session ORDER BY ordinal) before FROM clock)
            WHERE mono < before
            """
        ).map { "session \($0)" }
    }
}
