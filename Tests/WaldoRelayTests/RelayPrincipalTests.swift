import Testing
import WaldoStore
import WaldoTestSupport
import WaldoTesting

@testable import WaldoRelay

/// What a station can do behind the broker, and what a collector, a reader and the owner can do in the database.
@Suite(.serialized) struct RelayPrincipalTests {
    private typealias Sample = CraftedStation.Sample
    private static let name = "each_may"

    private let record = AttemptRecord(of: "RelayPrincipalTests")
    private let server: RealPostgres
    private let ingest: Ingest
    private let roof: CraftedStation

    init() async throws {
        server = try await RealPostgres.common()
        try server.database(Self.name)
        ingest = Ingest(try server.plan(Self.name, user: "collector").open())
        roof = try CraftedStation(1)
    }

    @Test func eachCanDoWhatThePageSays() throws {
        try stationsOfSurveys()
        try rowsOfASurvey()
        try stationsOnTheMap()
        try collector()
        try readerOfRows()
        try readerThatStays()
        try owner()
        try record.compareWithPage()
    }

    // MARK: tries

    /// How many of some statements are executed for a user. Each is tried alone, and undone.
    private func executed(_ user: String, _ statements: [SQL]) throws -> Int {
        var count = 0
        for statement in statements {
            let connection = try server.plan(Self.name, user: user).open()
            defer { connection.close() }
            try connection.query("BEGIN")
            do throws(DatabaseError) {
                try connection.query(statement)
                count += 1
            } catch {
                #expect(error.reason.hasPrefix("the user may not do this"), "\(statement.text): \(error)")
            }
        }
        return count
    }

    private func canAny(_ user: String, _ statements: SQL...) throws -> Bool { try executed(user, statements) > 0 }

    private func canAll(_ user: String, _ statements: SQL...) throws -> Bool {
        try executed(user, statements) == statements.count
    }

    private func rows(_ sql: SQL) throws -> [String] { try server.rows(sql, in: Self.name) }

    /// The only mean and median of a cell of about 150 m, once all is on the map.
    private func cell() throws -> [String] {
        _ = try rows("SELECT waldo.refresh_cells()")
        return try rows(
            """
            SELECT n, stations, round(mean::numeric, 1), round(median::numeric, 1) FROM waldo.common_cells
            WHERE level = 18
            """)
    }

    // MARK: stations

    private func stationsOfSurveys() throws {
        let mallory = SurveyPlace(try #require(StationName("mallory")), roof.survey)
        let stored = try ingest.store(try roof.group([Sample(), Sample()]))
        record.add(
            .collector, "store what a station sends", may: true, did: stored.streams.first?.inserted == 2,
            "It becomes that of the station of the topic.")
        let survey = SQL(test: "SELECT * FROM waldo.survey WHERE survey_uuid = '\(roof.survey)'"),
            before = try rows(survey)
        var group = IngestGroup()
        group.add(roof.meta(revision: Wire.revisions.upperBound, deleted: 5), of: mallory)
        _ = group.add(try roof.batch([Sample(value: 7), Sample(value: 7)]), of: mallory)
        let outcome = try ingest.store(group)
        #expect(outcome.refused.isEmpty && outcome.streams.first?.conflicts == 0)
        record.add(
            .station, "see, change or delete another's survey by its UUID", may: false, did: try rows(survey) != before,
            "It has a survey of its own, under another UUID.")
        var later = IngestGroup()
        later.add(roof.meta(revision: 7, deleted: 5), of: mallory)
        record.add(
            .station, "publish a revision that no other follows", may: false,
            did: try ingest.store(later).stored[mallory]?.meta != 7,
            "Any other one replaces it. Beyond the year 9999 a document is refused.")
    }

    private func rowsOfASurvey() throws {
        var roof = self.roof
        let samples = SQL(test: "SELECT count(*) FROM waldo.samples WHERE survey_uuid = '\(roof.survey)'")
        let before = try rows(samples)
        roof.surveyRow = 9
        var group = IngestGroup()
        group.add(roof.meta(revision: 2), of: roof.place)
        #expect(try ingest.store(group).refused.isEmpty)
        record.add(
            .station, "multiply its samples by more rows of its survey", may: false, did: try rows(samples) != before,
            "A survey has one row, that of the newest document.")
    }

    private func stationsOnTheMap() throws {
        let before = try cell()
        for number in 2...4 { _ = try ingest.store(try CraftedStation(number).group([Sample(value: 3e307)])) }
        let next = try ingest.store(try CraftedStation(5).group([Sample()]))
        #expect(before == ["2\t1\t0.5\t0.5"] && next.refused.isEmpty)
        record.add(
            .station, "stop the map or other stations by the greatest numbers", may: false,
            did: try cell() != ["3\t2\t0.5\t0.5"],
            "They are stored, left out of the map, and named in the quarantine.")
        let long = Sample(value: 999_999.993, from: 0, to: 299_797_200_000_000_000)
        _ = try ingest.store(try CraftedStation(6).group([long]))
        record.add(
            .station, "outweigh all others by a sample of 9,500 years", may: false,
            did: try cell() != ["4\t3\t250000.3\t0.5"],
            "It counts for its stream's exposure. The median of the stations stays as it is.")
        record.add(
            .station, "keep the quarantine from naming it", may: false,
            did: try rows("SELECT count(DISTINCT survey_uuid) FROM waldo.quarantined") != ["4"],
            "The view names survey, stream, cell and reason.")
    }

    // MARK: the database

    private func collector() throws {
        record.add(
            .collector, "change or remove a row that came from a station", may: false,
            did: try canAny(
                "collector", "UPDATE waldo.sample SET value = 0", "DELETE FROM waldo.sample",
                "DELETE FROM waldo.reading",
                "TRUNCATE waldo.fix"), "The database refuses it.")
        record.add(
            .collector, "say whose a survey is", may: false,
            did: try canAny(
                "collector", "UPDATE waldo.station_survey SET station = 'x'", "DELETE FROM waldo.station_handed",
                "SELECT waldo.hand(gen_random_uuid(), 'x')"), "The database refuses it.")
        record.add(
            .collector, "change the map's cells, or have them computed again", may: false,
            did: try canAny(
                "collector", "DELETE FROM waldo.cell", "UPDATE waldo.cell_sum SET n = 1",
                "SELECT waldo.rebuild_cells(gen_random_uuid())"), "The database refuses it.")
        record.add(
            .collector, "change the schema", may: false,
            did: try canAny("collector", "CREATE TABLE waldo.x ()", "DROP TABLE waldo.sample"),
            "The database refuses it.")
    }

    private func readerOfRows() throws {
        record.add(
            .reader, "read surveys, samples and the map of all stations", may: true,
            did: try canAll(
                "reader", "SELECT count(*) FROM waldo.surveys", "SELECT count(*) FROM waldo.samples",
                "SELECT count(*) FROM waldo.common_cells", "SELECT waldo.tile(0, 0, 0)"), "All views, tables and tiles."
        )
        record.add(
            .reader, "change anything", may: false,
            did: try canAny(
                "reader", "UPDATE waldo.survey SET title = 'x'", "DELETE FROM waldo.sample",
                "SELECT waldo.refresh_cells()",
                "INSERT INTO waldo.cell_stale VALUES (1)", "CREATE TABLE waldo.x ()", "CREATE TABLE public.x ()",
                "UPDATE waldo.reader_limit SET longest = '1 year'"), "The database refuses it.")
        record.add(
            .reader, "lock what ingest waits for", may: false,
            did: try canAny(
                "reader", "SELECT * FROM waldo.progress FOR KEY SHARE", "SELECT * FROM waldo.turn",
                "LOCK TABLE waldo.sample IN ROW SHARE MODE", "SELECT waldo.take_turn('make_days')"),
            "The database refuses it.")
        record.add(
            .reader, "take locks or disk by advisory locks, temporary tables or large objects", may: false,
            did: try canAny(
                "reader", "SELECT pg_advisory_lock(1)", "CREATE TEMPORARY TABLE x ()", "SELECT lo_create(0)",
                "SELECT pg_logical_emit_message(false, 'a', 'b')"),
            "The database refuses it; temporary files have a limit.")
        record.add(
            .reader, "use the server's other databases", may: false,
            did: (try? server.plan("postgres", user: "reader").open()) != nil,
            "After `REVOKE CONNECT` for them, as `waldo-relay schema` says.")
        record.add(
            .reader, "fill the disk by settings of its own login", may: true,
            did: try canAll("reader", "ALTER ROLE CURRENT_USER SET search_path = 'x'"),
            "PostgreSQL refuses no length and no number of changes; the remedy is to end the login.")
        // A login that came after the schema gets its limits when that is applied again.
        #expect(try DatabaseSchema(try server.plan(Self.name).open()).apply() != .nothing)
        let talker = try server.plan(Self.name, user: "reader").open()
        record.add(
            .reader, "fill the disk by messages in the server's log", may: false,
            did: try talker.query(
                "SELECT count(*) FROM pg_settings WHERE name LIKE 'log_%' AND source = 'user'") != [["3"]]
                || canAny(
                    "reader", "SET log_min_messages = log", "RESET log_min_messages",
                    "SET log_error_verbosity = default"),
            "The log has only the end of a reader's sessions, and some KB of a connection with wrong options.")
        record.add(
            .reader, "end the server by pgRouting's functions", may: false,
            did: try canAny("reader", "SELECT _v4trsp(NULL::text, NULL::text, NULL::text, NULL::boolean)"),
            "The database refuses all of them; `waldo.route` runs as the owner.")
        record.add(
            .reader, "lift the limits of the login", may: false,
            did: try canAny(
                "reader", "SET temp_file_limit = -1", "ALTER ROLE reader CONNECTION LIMIT -1",
                "SET log_min_messages = log"),
            "The database refuses it. Time-outs may be reset.")
        // As after a dump, or where the owner has granted it.
        let admin = try server.plan(Self.name).open()
        try admin.query("GRANT TEMPORARY ON DATABASE each_may TO reader")
        let reader = try server.plan(Self.name, user: "reader").open()
        for statement: SQL in [
            """
            CREATE TEMPORARY TABLE route_sample (
                n bigint, session bigint, x float8, y float8, value float8, sigma float8, mono_from float8, mono_to float8)
            """, "GRANT ALL ON route_sample TO PUBLIC",
            """
            CREATE FUNCTION pg_temp.owned() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN UPDATE waldo.survey SET title = 'owned'; RETURN NEW; END $$
            """, "CREATE TRIGGER owned BEFORE INSERT ON route_sample FOR EACH ROW EXECUTE FUNCTION pg_temp.owned()",
        ] { try reader.query(statement) }
        let routes: SQL = """
            SELECT waldo.route(survey_uuid, 'dose', ST_Point(144.96, -37.81, 4326), ST_Point(144.96, -37.81, 4326))
            FROM waldo.surveys
            """
        _ = try? reader.query(routes)
        record.add(
            .reader, "run code as the owner by a temporary table of its own", may: false,
            did: try rows("SELECT count(*) FROM waldo.survey WHERE title = 'owned'") != ["0"],
            "`waldo.route` refuses the table.")
        try admin.query("REVOKE TEMPORARY ON DATABASE each_may FROM reader")
    }

    private func readerThatStays() throws {
        let reader = try server.plan(Self.name, user: "reader").open()
        for statement: SQL in [
            "SET statement_timeout = 0", "SET idle_in_transaction_session_timeout = 0", "BEGIN",
            "SELECT count(*) FROM waldo.samples", "LOCK TABLE waldo.sample IN ACCESS SHARE MODE",
        ] { try reader.query(statement) }
        // Days that have no partition.
        let outcome = try ingest.store(
            try CraftedStation(7).group([Sample(utc: 1_500_000_000_000_000), Sample(utc: 1_000_000_000_000_000)]))
        record.add(
            .reader, "hold up ingest by a transaction that stays open", may: false,
            did: outcome.streams.first?.inserted != 2, "Rows are stored as ever, also on new days.")
        _ = try rows("UPDATE waldo.reader_limit SET longest = '0 s'")
        let ended = try ingest.endLongReaders()
        _ = try rows("UPDATE waldo.reader_limit SET longest = '15 minutes'")
        record.add(
            .reader, "stay in a transaction for longer than the owner allows", may: false,
            did: (try? reader.query("SELECT 1")) != nil || ended == 0,
            "Collectors end the session by the owner's job, after 15 minutes unless he sets another time.")
        let nested = try server.plan(Self.name, user: "reader").open()
        try nested.query("BEGIN")
        for _ in 0..<1100 { try nested.script("SAVEPOINT a; ALTER ROLE CURRENT_USER SET work_mem = 4096") }
        let endedNested = try ingest.endLongReaders()
        record.add(
            .reader, "keep all room for locks by transactions within transactions", may: false,
            did: (try? nested.query("SELECT 1")) != nil || endedNested == 0,
            "Collectors end it likewise, above 1,000 locks of a login; for seconds others may find no room.")
        let idle = try server.plan(Self.name, user: "reader").open()
        for statement: SQL in [
            "SET idle_session_timeout = 0", "BEGIN",
            "DECLARE kept CURSOR WITH HOLD FOR SELECT * FROM generate_series(1, 100000)", "COMMIT",
        ] { try idle.query(statement) }
        _ = try rows("UPDATE waldo.reader_limit SET idle = '0 s'")
        let endedIdle = try ingest.endLongReaders()
        _ = try rows("UPDATE waldo.reader_limit SET idle = '1 hour'")
        record.add(
            .reader, "keep temporary files by a session that does nothing", may: false,
            did: (try? idle.query("FETCH kept")) != nil || endedIdle == 0,
            "Collectors end the session in the same way, after an hour.")
    }

    private func owner() throws {
        let connection = try server.plan(Self.name).open()
        let other = try #require(StationName("lab"))
        let said = try Ownership(connection).hand(roof.survey, to: other)
        record.add(
            .owner, "hand a survey to another station", may: true, did: said.contains("was handed"),
            "That one goes on from the rows that are stored; what the former one sends of it is refused.")
        var group = IngestGroup()
        group.add(roof.meta(revision: 9), of: roof.place)
        #expect(try ingest.store(group).refused.count == 1)
        record.add(
            .owner, "have the map's cells computed again", may: true,
            did: try MapCells(connection).rebuild(roof.survey) == 2, "Collectors store meanwhile.")
    }
}
