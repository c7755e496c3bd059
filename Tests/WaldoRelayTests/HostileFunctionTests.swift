import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// Every function of the schema, called by each role with arguments at their limits: none changes what is not the
/// caller's to change, gives a right away, holds a lock that ingest waits for, or lasts longer than the caller's
/// time-out.
@Suite(.serialized) struct HostileFunctionTests {
    private static let timeout: Int64 = 2

    @Test(arguments: ["reader", "collector"]) func noCallDoesMoreThanItsRoleMay(user: String) async throws {
        let map = try await CraftedMap("functions_\(user)")
        for number in 1...3 { try map.take(try CraftedStation(number).group([CraftedStation.Sample()])) }
        let admin = try map.server.plan(map.name).open()
        let functions = try HostileFunction.all(admin), before = try state(admin, of: user)
        #expect(functions.count > 60)
        var random = SeededGenerator(user == "reader" ? 11 : 12), made = 0, done = 0
        let end = Monotonic.now() + .seconds(max(2, HostileTime.seconds / 2))
        var login = try connect(map, user)
        // Each at least once with each argument at a limit, then any.
        while made < functions.count * 4 || Monotonic.now() < end {
            let call = functions[made % functions.count].call(&random)
            made += 1
            let began = Monotonic.now()
            try login.query("BEGIN")
            if (try? login.query(SQL(test: call))) != nil { done += 1 }
            let took = Monotonic.now() - began
            #expect(took < .seconds(Self.timeout + 8), "\(call) took \(took)")
            try check(login, user, call)
            if made % 500 == 0 {
                login.close()
                login = try connect(map, user)
            }
        }
        #expect(done > 0)
        login.close()
        let changed = try state(admin, of: user).filter { !before.contains($0) }
        #expect(changed.isEmpty, "\(changed)")
        // And the map goes on.
        try map.take(try CraftedStation(9).group([CraftedStation.Sample()]))
        try map.look()
    }

    private func connect(_ map: CraftedMap, _ user: String) throws -> DatabaseConnection {
        let login = try map.server.plan(map.name, user: user).open()
        try login.query(SQL(test: "SET statement_timeout = '\(Self.timeout)s'"))
        return login
    }

    /// What the call has left in its transaction: the same user, and for a reader no lock but those of reading.
    private func check(_ login: DatabaseConnection, _ user: String, _ call: String) throws {
        // A call that failed has none.
        guard (try? login.query("SELECT 1")) != nil else {
            try login.query("ROLLBACK")
            return
        }
        #expect(try login.query("SELECT current_user, session_user") == [[user, user]], "\(call)")
        if user == "reader" {
            let locks = try login.query(
                """
                SELECT DISTINCT l.mode, l.locktype FROM pg_locks l LEFT JOIN pg_class c ON c.oid = l.relation
                WHERE l.pid = pg_backend_pid() AND l.mode <> 'AccessShareLock' AND l.locktype <> 'virtualxid'
                    AND l.locktype <> 'transactionid' AND (c.oid IS NULL OR c.relpersistence <> 't')
                    AND NOT (l.locktype = 'object' AND l.classid = 'pg_namespace'::regclass)
                """)
            #expect(locks.isEmpty, "\(call): \(locks)")
        }
        try login.query("COMMIT")
    }

    /// What a collector may add to, or replace.
    private static let collected: Set<String> = [
        "survey", "session", "device", "channel", "tag", "note", "run", "stream", "account", "account_reason",
        "account_lost", "meta_revision", "progress", "conflict", "rejected", "station_survey", "sample_span", "cell",
        "cell_sum", "cell_added", "cell_stale", "cell_spoiled", "cell_refresh", "quarantine",
    ]

    /// The rows that a role may not change, and all rights, as one text.
    private func state(_ admin: DatabaseConnection, of user: String) throws -> [[String?]] {
        let names = try admin.query(
            """
            SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'waldo'::regnamespace AND c.relkind IN ('r', 'p')
                AND NOT c.relispartition ORDER BY 1
            """
        ).compactMap { $0[0] }
        var found: [[String?]] = []
        for name in names where user == "reader" || !Self.collected.contains(name) {
            found += try admin.query(
                SQL(
                    test:
                        "SELECT '\(name)', count(*), md5(string_agg(x::text, ';' ORDER BY x::text)) FROM waldo.\(name) x"
                ))
        }
        for statement: SQL in [
            "SELECT md5(string_agg(p.oid::regprocedure || p.proowner::text || p.proacl::text, ';' ORDER BY p.oid)) FROM pg_proc p",
            """
            SELECT c.relname, c.relowner::text, c.relacl::text FROM pg_class c
            WHERE c.relnamespace = 'waldo'::regnamespace AND NOT c.relispartition ORDER BY 1
            """,
            """
            SELECT r.rolname, r.rolsuper::text, r.rolcreaterole::text, m.roleid::text FROM pg_roles r
            LEFT JOIN pg_auth_members m ON m.member = r.oid WHERE r.rolname IN ('reader', 'collector') OR r.rolname LIKE 'waldo%'
            ORDER BY 1, 4
            """,
            "SELECT defaclacl::text FROM pg_default_acl ORDER BY 1",
            "SELECT datacl::text FROM pg_database WHERE datname = current_database()",
        ] { found += try admin.query(statement) }
        // Whose a survey is stays as it is, whatever is added.
        found += try admin.query(
            """
            SELECT survey_uuid::text, station FROM waldo.station_survey
            WHERE survey_uuid IN (SELECT survey_uuid FROM waldo.sample) ORDER BY 1
            """)
        return found
    }
}
