import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// A reader holds up nobody, whatever it resets and however long it stays.
@Suite(.serialized) struct ReadersTests {
    @Test func aReaderThatSitsInATransactionHoldsUpNoIngest() async throws {
        let server = try await RealPostgres.common()
        try server.database("sitting")
        let first = try SampleSurvey(samples: 20),
            second = try SampleSurvey(samples: 60, uuid: "7a2b7a52-3c0e-4b7e-9a51-0d3f6a1c2e44", step: 86_400_000_000)
        let ingest = Ingest(try server.plan("sitting", user: "collector").open())
        _ = try ingest.store(try first.groups()[0])
        let reader = try server.plan("sitting", user: "reader").open()
        for statement: SQL in [
            "SET statement_timeout = 0", "SET idle_in_transaction_session_timeout = 0", "SET lock_timeout = 0",
            "BEGIN", "SELECT pg_current_xact_id()",
            "SELECT count(*) FROM waldo.samples", "SELECT count(*) FROM waldo.surveys",
            "LOCK TABLE waldo.sample IN ACCESS SHARE MODE",
        ] { try reader.query(statement) }
        // A new survey, on days that have no partition yet.
        for group in try second.groups() { #expect(try ingest.store(group).refused.isEmpty) }
        #expect(try server.rows("SELECT count(*) FROM waldo.surveys", in: "sitting") == ["2"])
        let collector = try server.plan("sitting", user: "collector").open()
        try collector.query("SELECT waldo.refresh_cells()")
        try reader.query("COMMIT")
    }

    @Test func aReaderLocksNoRowAndNoTurn() async throws {
        let server = try await RealPostgres.common()
        try server.database("turns")
        for statement: SQL in [
            "SELECT * FROM waldo.turn", "SELECT * FROM waldo.progress FOR KEY SHARE",
            "SELECT waldo.take_turn('make_days')",
            "LOCK TABLE waldo.turn IN ACCESS SHARE MODE", "LOCK TABLE waldo.sample IN ROW SHARE MODE",
            "SELECT * FROM waldo.station_survey FOR UPDATE", "SELECT waldo.claim('{a}', '{}')",
            "SELECT waldo.end_long_readers()",
            "UPDATE waldo.reader_limit SET longest = '1 year'", "SELECT pg_advisory_lock(1)",
            "SELECT pg_try_advisory_xact_lock(1, 2)",
            "SELECT pg_advisory_lock_shared(1)",
            // Each takes a lock, or space on the disk, as often as it is called.
            "CREATE TEMPORARY TABLE x (a int)", "SELECT lo_create(0)", "SELECT lo_from_bytea(0, 'x')",
            "SELECT pg_logical_emit_message(false, 'a', 'b')", "CREATE TABLE public.x (a int)",
        ] {
            let reader = try server.plan("turns", user: "reader").open()
            try reader.query("BEGIN")
            let error = #expect(throws: DatabaseError.self, "\(statement.text)") { try reader.query(statement) }
            #expect(
                error?.kind == .schema && error?.reason.hasPrefix("the user may not do this") == true,
                "\(statement.text): \(error?.reason ?? "")")
        }
    }

    @Test func aReaderThatAsksForManyRoutesTakesFewLocks() async throws {
        let server = try await RealPostgres.common()
        try server.database("routes")
        var station = try CraftedStation(1)
        station.end = 200_000_000
        let samples = CraftedStation.rectangle(10, of: 100)
        _ = try Ingest(try server.plan("routes", user: "collector").open()).store(try station.group(samples))
        let reader = try server.plan("routes", user: "reader").open()
        try reader.query("BEGIN")
        var locks: [String?] = []
        for _ in 0..<3 {
            let routes = try reader.query(
                """
                SELECT count(*) FROM waldo.route(
                    $1::uuid, 'dose', ST_Point(144.96, -37.81, 4326), ST_Point(144.9608, -37.8094, 4326))
                """, [station.survey.text])
            #expect(routes != [["0"]])
            locks += try reader.query("SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid()").joined()
        }
        #expect(locks.count == 3 && Set(locks.dropFirst()).count == 1, "\(locks)")
    }

    @Test func theOwnersJobEndsTheSessionOfAReaderThatStaysTooLong() async throws {
        let server = try await RealPostgres.common()
        try server.database("long")
        let owner = try server.plan("long").open(), ingest = Ingest(try server.plan("long", user: "collector").open())
        let reader = try server.plan("long", user: "reader").open()
        try reader.query("SET idle_in_transaction_session_timeout = 0")
        try reader.query("BEGIN")
        try reader.query("SELECT count(*) FROM waldo.sample")
        #expect(try ingest.endLongReaders() == 0)
        try owner.query("UPDATE waldo.reader_limit SET longest = '0 s'")
        #expect(try ingest.endLongReaders() == 1)
        #expect(throws: DatabaseError.self) { try reader.query("SELECT 1") }
        // It ends none that is between two transactions, and no collector.
        let idle = try server.plan("long", user: "reader").open()
        try idle.query("SELECT 1")
        _ = try ingest.endLongReaders()
        try idle.query("SELECT 1")
    }

    @Test func theOwnersJobEndsTheSessionOfAReaderThatIsIdleForTooLong() async throws {
        let server = try await RealPostgres.common()
        try server.database("idle")
        let owner = try server.plan("idle").open(), ingest = Ingest(try server.plan("idle", user: "collector").open())
        let collector = try server.plan("idle", user: "collector").open()
        // Its cursor has temporary files after the transaction.
        let reader = try server.plan("idle", user: "reader").open()
        for statement: SQL in [
            "SET idle_session_timeout = 0", "SET work_mem = '64kB'", "BEGIN",
            "DECLARE kept CURSOR WITH HOLD FOR SELECT repeat('x', 1000) FROM generate_series(1, 10000)", "COMMIT",
        ] { try reader.query(statement) }
        let files: SQL = "SELECT count(*) > 0 FROM pg_ls_tmpdir()"
        #expect(try owner.query(files) == [["t"]])
        #expect(try ingest.endLongReaders() == 0)
        try owner.query("UPDATE waldo.reader_limit SET idle = '0 s'")
        #expect(try ingest.endLongReaders() == 1)
        #expect(throws: DatabaseError.self) { try reader.query("FETCH kept") }
        #expect(try collector.query("SELECT 1") == [["1"]])
    }

    @Test func aReaderCannotLiftTheLimitsOfItsLogin() async throws {
        let server = try await RealPostgres.common()
        try server.database("limits")
        let owner = try server.plan("limits").open()
        try owner.query("UPDATE waldo.schema_version SET contents = 'other'")
        #expect(try DatabaseSchema(owner).apply() == .renew)
        let reader = try server.plan("limits", user: "reader").open()
        #expect(try reader.query("SHOW temp_file_limit") == [["4GB"]])
        #expect(try reader.query("SELECT rolconnlimit FROM pg_roles WHERE rolname = 'reader'") == [["16"]])
        for statement: SQL in [
            "SET temp_file_limit = -1", "ALTER ROLE reader CONNECTION LIMIT -1",
            "ALTER ROLE reader SET temp_file_limit = -1", "SET log_min_messages = log",
            "RESET log_min_messages", "SET log_min_error_statement = error", "SET log_statement = 'all'",
            "ALTER ROLE reader RESET log_min_messages", "SET log_error_verbosity = verbose",
        ] { #expect(throws: DatabaseError.self) { try reader.query(statement) } }
    }

    /// A server whose log has what a server's log has by default.
    @Test func aReaderWritesNothingLongIntoTheServersLog() async throws {
        let server = try await RealPostgres.common()
        try server.database("logged")
        let owner = try server.plan("logged").open()
        for statement: SQL in [
            "ALTER DATABASE logged SET log_min_messages = warning", "BEGIN",
            "CREATE ROLE talker LOGIN IN ROLE waldo_reader",
        ] { try owner.query(statement) }
        let lacks = try DatabaseSchema(owner).allDifferences().filter { $0.contains("talker") }
        #expect(lacks.count == 5, "\(lacks)")
        try owner.query("COMMIT")
        #expect(try DatabaseSchema(owner).apply() == .rights(lacks))
        let talker = try server.plan("logged", user: "talker").open()
        #expect(try talker.query("SHOW log_min_messages") == [["fatal"]])
        #expect(try talker.query("SHOW log_error_verbosity") == [["terse"]])
        let word = String(repeating: "talk", count: 10_000)
        try talker.query(SQL(test: "DO $$ BEGIN RAISE LOG '\(word)'; END $$"))
        #expect(throws: DatabaseError.self) { try talker.query(SQL(test: "SELECT '\(word)'::int")) }
        for statement: SQL in ["RESET ALL", "SET debug_print_plan = on", "SELECT count(*) FROM waldo.samples"] {
            try talker.query(statement)
        }
        // A session that ends itself says so in the log, with the statement as its context.
        #expect(throws: DatabaseError.self) {
            try talker.query(
                SQL(
                    test: """
                        DO $$ BEGIN
                            EXECUTE 'SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5) /* \(word) */';
                        END $$
                        """))
        }
        // What the log has after all that.
        #expect(throws: DatabaseError.self) { try server.plan("logged", user: "talker_is_done").open() }
        try await waitUntil("the last line of the log") {
            server.server.errorLines.contains { $0.contains("talker_is_done") } ? true : nil
        }
        #expect(server.server.errorLines.contains { $0.contains("due to administrator command") })
        #expect(!server.server.errorLines.contains { $0.contains("talktalk") || $0.contains("PLANNEDSTMT") })
    }

    @Test func ingestWaitsForALockOnlySoLongAndIsDoneLater() async throws {
        let server = try await RealPostgres.common()
        try server.database("locked")
        let sample = try SampleSurvey(samples: 20), group = try sample.groups()[0]
        let collector = try server.plan("locked", user: "collector").open(), ingest = Ingest(collector)
        #expect(try collector.query("SHOW lock_timeout") == [["5s"]])
        try collector.query("SET lock_timeout = '20ms'")
        let owner = try server.plan("locked").open()
        try owner.query("BEGIN")
        try owner.query("LOCK TABLE waldo.progress IN ACCESS EXCLUSIVE MODE")
        let error = #expect(throws: DatabaseError.self) { try ingest.store(group) }
        #expect(error?.kind == .locked && error?.isTemporary == true)
        try owner.query("ROLLBACK")
        #expect(try ingest.store(group).refused.isEmpty)
    }
}
