import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// What a reader has cannot grow, and what it gives away is its own.
@Suite(.serialized) struct ReaderRightsTests {
    /// A database with one survey of a square of places.
    private func begin(_ name: String) async throws -> (server: RealPostgres, survey: SurveyID) {
        let server = try await RealPostgres.common()
        try server.database(name)
        var station = try CraftedStation(1)
        station.end = 200_000_000
        let samples = CraftedStation.rectangle(5, of: 20)
        _ = try Ingest(try server.plan(name, user: "collector").open()).store(try station.group(samples))
        return (server, station.survey)
    }

    private func route(_ survey: SurveyID) -> SQL {
        SQL(
            test: """
                SELECT count(*) FROM waldo.route(
                    '\(survey)', 'dose', ST_Point(144.96, -37.81, 4326), ST_Point(144.9604, -37.8097, 4326))
                """)
    }

    /// Before PostgreSQL 15 everybody could create there, and functions of the owner look there for the extensions'.
    @Test func nobodyElseCreatesWhereTheExtensionsAre() async throws {
        let server = try await RealPostgres.common()
        _ = try server.rows("CREATE DATABASE creation", in: "postgres")
        let owner = try server.plan("creation").open()
        try owner.query("GRANT CREATE ON SCHEMA public TO PUBLIC")
        _ = try DatabaseSchema(owner).apply()
        #expect(try owner.query("SELECT has_schema_privilege('public', 'public', 'CREATE')") == [["f"]])
    }

    /// By what the database says of each table and column, whatever is added to the schema.
    @Test func noRowIsChangedByReadersAndNoneOfAStationByCollectors() async throws {
        let server = try await RealPostgres.common()
        try server.database("rights")
        func tables(_ rights: String, of role: String) throws -> [String] {
            try server.rows(
                SQL(
                    test: """
                        SELECT c.relname FROM pg_class c CROSS JOIN unnest(ARRAY[\(rights)]) AS r (name)
                        WHERE c.relnamespace = 'waldo'::regnamespace AND c.relkind IN ('r', 'p', 'v')
                            AND (has_table_privilege('\(role)', c.oid, r.name) OR r.name IN ('INSERT', 'UPDATE')
                                AND has_any_column_privilege('\(role)', c.oid, r.name))
                        GROUP BY 1 ORDER BY 1
                        """), in: "rights")
        }
        let others = "'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'"
        #expect(try tables("'INSERT', 'UPDATE', \(others)", of: "waldo_reader") == [])
        let changed = try tables("'UPDATE', \(others)", of: "waldo_collector")
        #expect(Set(changed) == Set(StoreTable.meta.map(\.name) + ["progress", "conflict", "meta_revision"]))
        let added = try tables("'INSERT'", of: "waldo_collector")
        #expect(Set(added) == Set(changed + StoreTable.appended.map(\.name)))
    }

    @Test(arguments: ["route_sample", "route_place", "route_way", "route_found"])
    func aTableOfTheCallerRunsNothingAsTheOwner(table: String) async throws {
        let (server, survey) = try await begin("own_\(table)")
        let admin = try server.plan("own_\(table)").open()
        try admin.query(SQL(test: "GRANT TEMPORARY ON DATABASE own_\(table) TO reader"))
        let columns = [
            "route_sample": """
            n bigint, session bigint, x float8, y float8, value float8, sigma float8, mono_from float8, mono_to float8
            """,
            "route_place": """
            id bigint, longitude float8, latitude float8, value float8, sigma float8, x float8, y float8,
            point geometry(Point, 0)
            """,
            "route_way": "id bigint, source bigint, target bigint, length float8, hours float8, dose float8",
            "route_found": "places bigint[], hours float8, dose float8, length float8",
        ]
        let reader = try server.plan("own_\(table)", user: "reader").open()
        for statement in [
            "CREATE TEMPORARY TABLE \(table) (\(columns[table] ?? ""))", "GRANT ALL ON \(table) TO PUBLIC",
            """
            CREATE FUNCTION pg_temp.owned() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                UPDATE waldo.survey SET title = 'owned'; RETURN NEW;
            END $$
            """,
            "CREATE TRIGGER owned BEFORE INSERT ON \(table) FOR EACH ROW EXECUTE FUNCTION pg_temp.owned()",
        ] { try reader.query(SQL(test: statement)) }
        let error = #expect(throws: DatabaseError.self) { try reader.query(route(survey)) }
        #expect(error?.reason.contains("drop your temporary tables") == true)
        #expect(try admin.query("SELECT title FROM waldo.survey") == [["station 001"]])
        // Without its table it has routes, and those of the call before hold up no other.
        try reader.query(SQL(test: "DROP TABLE \(table)"))
        try reader.query("BEGIN")
        for _ in 0..<2 { #expect(try reader.query(route(survey)) != [["0"]]) }
    }

    @Test func aReaderFindsRoutesAndCallsNoFunctionOfPgRouting() async throws {
        let (server, survey) = try await begin("routing")
        let admin = try server.plan("routing").open(), schema = DatabaseSchema(admin)
        let reader = try server.plan("routing", user: "reader").open()
        let callable: SQL = """
            SELECT count(*) > 300, count(*) FILTER (WHERE has_function_privilege('reader', d.objid, 'EXECUTE'))
            FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
            WHERE d.classid = 'pg_proc'::regclass AND e.extname = 'pgrouting'
            """
        #expect(try reader.query(callable) == [["t", "0"]])
        // It ends the server where it is called.
        let error = #expect(throws: DatabaseError.self) {
            try reader.query("SELECT _v4trsp(NULL::text, NULL::text, NULL::text, NULL::boolean)")
        }
        #expect(error?.reason.hasPrefix("the user may not do this") == true)
        #expect(try reader.query(route(survey)) != [["0"]])
        // As after an update of the extension.
        let lacks = "everybody may call functions of pgRouting that end the server"
        #expect(try !schema.allDifferences().contains(lacks))
        try admin.query("GRANT EXECUTE ON FUNCTION _v4trsp(text, text, text, boolean) TO PUBLIC")
        #expect(try schema.allDifferences().contains(lacks))
        #expect(try schema.apply() == .rights([lacks]))
        #expect(try !schema.allDifferences().contains(lacks))
        #expect(try reader.query(callable) == [["t", "0"]])
    }

    @Test func routesBehindSavepointsKeepNoFiles() async throws {
        let (server, survey) = try await begin("savepoints")
        let admin = try server.plan("savepoints").open()
        let reader = try server.plan("savepoints", user: "reader").open()
        func files() throws -> String? {
            try admin.query(
                """
                SELECT count(*) FROM pg_ls_dir('base/' || (SELECT oid FROM pg_database WHERE datname = 'savepoints')) AS f
                WHERE f ~ '^t[0-9]+_'
                """
            ).first?.first ?? nil
        }
        try reader.query("BEGIN")
        try reader.query("SAVEPOINT first")
        for _ in 0..<2 { #expect(try reader.query(route(survey)) != [["0"]]) }
        try reader.query("RELEASE first")
        #expect(try reader.query(route(survey)) != [["0"]])
        let before = try files()
        #expect(before != "0")
        for name in ["a", "b", "c"] {
            try reader.query(SQL(test: "SAVEPOINT \(name)"))
            let error = #expect(throws: DatabaseError.self) { try reader.query(route(survey)) }
            #expect(error?.reason.contains("call it in another transaction") == true)
            try reader.query(SQL(test: "ROLLBACK TO \(name)"))
            #expect(try files() == before)
        }
        try reader.query("COMMIT")
        #expect(try reader.query(route(survey)) != [["0"]])
    }

    @Test func whatAReaderDropsIsStillThereForOthers() async throws {
        let (server, survey) = try await begin("dropped")
        for (user, role) in [("reader", "waldo_reader"), ("collector", "waldo_collector")] {
            let login = try server.plan("dropped", user: user).open()
            try login.query(SQL(test: "DROP OWNED BY \(role)"))
        }
        // A partition that was not there.
        let ingest = Ingest(try server.plan("dropped", user: "collector").open())
        let late = CraftedStation.Sample(utc: 1_500_000_000_000_000)
        #expect(try ingest.store(try CraftedStation(2).group([late])).streams.first?.inserted == 1)
        let reader = try server.plan("dropped", user: "reader").open()
        #expect(try reader.query("SELECT count(*) FROM waldo.sample_20170101") == [["1"]])
        #expect(try reader.query("SELECT count(*) FROM waldo.samples") == [["21"]])
        #expect(try reader.query(route(survey)) != [["0"]])
    }

    @Test func theSchemaAddsWhatRightsLackAlsoWhereNothingElseIsToBeDone() async throws {
        let (server, _) = try await begin("lacking")
        let owner = try server.plan("lacking").open(), schema = DatabaseSchema(owner)
        let lacks = "everybody may make temporary tables in this database"
        try owner.query("GRANT TEMPORARY ON DATABASE lacking TO PUBLIC")
        try owner.query(
            """
            DO $$ BEGIN
                IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'later_reader') THEN
                    CREATE ROLE later_reader LOGIN IN ROLE waldo_reader;
                END IF;
            END $$
            """)
        #expect(try schema.allDifferences().contains(lacks))
        guard case .rights(let added) = try schema.apply() else { throw DidNotHappen("rights that were added") }
        #expect(added.contains(lacks))
        #expect(try schema.apply().done == "the schema is that of this program already")
        #expect(try !schema.allDifferences().contains(lacks))
        let later = try server.plan("lacking", user: "later_reader").open()
        #expect(try later.query("SHOW temp_file_limit") == [["4GB"]])
        // The server of these tests has the first by itself: what counts is that the login has it.
        let logged = try later.query(
            """
            SELECT name, setting, source FROM pg_settings WHERE name IN ('log_min_messages', 'log_min_error_statement')
            ORDER BY name
            """)
        #expect(logged == [["log_min_error_statement", "panic", "user"], ["log_min_messages", "fatal", "user"]])
        #expect(try later.query("SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user") == [["16"]])
        #expect(throws: DatabaseError.self) { try later.query("CREATE TEMPORARY TABLE x ()") }
    }

    @Test func otherDatabasesToWhichReadersMayConnectAreNamed() async throws {
        let (server, _) = try await begin("reach")
        let admin = try server.plan("reach").open(), schema = DatabaseSchema(admin)
        try admin.query("CREATE DATABASE elsewhere")
        let reach = try #require(try schema.reachOfReaders())
        #expect(
            reach.contains("elsewhere") && reach.contains("REVOKE CONNECT ON DATABASE ") && !reach.contains("template1")
        )
        // Other programs may need it: it is no difference, and stays.
        #expect(try !schema.allDifferences().contains { $0.contains("elsewhere") })
        _ = try schema.apply()
        try server.plan("elsewhere", user: "reader").open().close()
        try admin.query("REVOKE CONNECT ON DATABASE elsewhere FROM PUBLIC")
        #expect(try schema.reachOfReaders()?.contains("elsewhere") != true)
        for name in ["elsewhere", "postgres", "template1"] {
            #expect(throws: DatabaseError.self) { try server.plan(name, user: "reader").open() }
        }
    }
}
