import Foundation
import Glibc
import Synchronization
import WaldoTestSupport

@testable import WaldoRelay

/// PostgreSQL 15 with PostGIS and pgRouting in a folder of its own, on a socket there. Debian's packages have to be
/// installed: a test that cannot find them fails and says which.
///
/// It does not run as root: as root, the tests start it as the user `postgres`.
final class RealPostgres: @unchecked Sendable {
    static let programs = "/usr/lib/postgresql/15/bin"

    let folder: String
    private(set) var server: ChildProcess

    init() async throws {
        let needed = [
            (Self.programs + "/initdb", "postgresql-15"),
            ("/usr/share/postgresql/15/extension/postgis.control", "postgresql-15-postgis-3"),
            ("/usr/share/postgresql/15/extension/pgrouting.control", "postgresql-15-pgrouting"),
        ]
        for (path, package) in needed where access(path, R_OK) != 0 {
            throw DidNotHappen("\(path) is missing: install \(package), or all by `Tests/run packages`")
        }
        folder = try TestRun.current.makeFolder("postgres")
        if geteuid() == 0 {
            guard let user = getpwnam("postgres") else { throw DidNotHappen("there is no user postgres") }
            chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        let initdb = try Self.start(
            "initdb",
            ["-D", folder + "/data", "-U", "admin", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale", "C.UTF-8"])
        defer { initdb.close() }
        guard try await initdb.exitStatus(within: .seconds(60)) == 0 else {
            throw DidNotHappen("initdb: \(initdb.errorLines)")
        }
        server = try Self.serve(folder)
        try await waitUntilReady()
        _ = try rows("REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC", in: "postgres")
    }

    deinit {
        // It ends at once, and takes what it has in the system's memory with it.
        server.send(signal: SIGQUIT)
        for _ in 0..<500 where server.exitNow == nil { usleep(10_000) }
        server.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func start(_ program: String, _ arguments: [String]) throws -> ChildProcess {
        let words = [programs + "/" + program] + arguments
        guard geteuid() == 0 else { return try ChildProcess(words[0], Array(words.dropFirst()), in: "/tmp") }
        return try ChildProcess(
            "setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] + words, in: "/tmp")
    }

    /// A kill needs no fsync: what is written outlives the process. Shared memory in files goes with the folder.
    private static func serve(_ folder: String) throws -> ChildProcess {
        try start(
            "postgres",
            [
                "-D", folder + "/data", "-k", folder, "-F", "-c", "listen_addresses=", "-c", "log_min_messages=fatal",
                "-c", "dynamic_shared_memory_type=mmap",
            ])
    }

    /// Kills it as a power cut would, and waits until its processes have noticed.
    func kill() async throws {
        server.send(signal: SIGKILL)
        _ = try await server.exit()
        server.close()
        try await waitUntil("the end of all processes of the database") {
            (try? plan("postgres").open()) == nil ? true : nil
        }
    }

    func restart() async throws {
        // The processes that have outlived the server hold its memory for a moment.
        try await waitUntil("a database that starts again", within: .seconds(30)) {
            server = try Self.serve(folder)
            while server.exitNow == nil {
                if (try? plan("postgres").open()) != nil { return true }
                usleep(20_000)
            }
            server.close()
            return nil
        }
    }

    private func waitUntilReady() async throws {
        try await waitUntil("a database", within: .seconds(30), instead: { "\(self.server.errorLines)" }) {
            (try? plan("postgres").open()).map { _ in true }
        }
    }

    func url(_ database: String, user: String = "admin") -> String { "postgres://\(user)@/\(database)?host=\(folder)" }

    func plan(_ database: String, user: String = "admin", for work: DatabaseWork = .storing) throws -> DatabasePlan {
        try DatabasePlan(url(database, user: user), for: work)
    }

    /// The rows of a query as lines, values behind tabs.
    func rows(_ sql: SQL, in database: String) throws -> [String] {
        let connection = try plan(database).open()
        defer { connection.close() }
        return try connection.query(sql).map { $0.map { $0 ?? "\\N" }.joined(separator: "\t") }
    }

    /// A database with the schema, and logins `collector` and `reader` with one role each.
    func database(_ name: String) throws {
        let server = try plan("postgres").open()
        defer { server.close() }
        try server.query(SQL(test: "CREATE DATABASE \(name)"))
        let connection = try plan(name).open()
        defer { connection.close() }
        _ = try DatabaseSchema(connection).apply()
        try connection.query(
            """
            DO $$ BEGIN
                IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'collector') THEN
                    CREATE ROLE collector LOGIN IN ROLE waldo_collector;
                    CREATE ROLE reader LOGIN IN ROLE waldo_reader;
                END IF;
            END $$
            """)
    }

    // MARK: one for all tests

    private static let shared = Mutex<RealPostgres?>(nil)

    /// A server that tests share, each with a database of its own; it ends with the tests.
    static func common() async throws -> RealPostgres {
        if let known = shared.withLock({ $0 }) { return known }
        let made = try await RealPostgres()
        return shared.withLock { shared in
            if let known = shared { return known }
            shared = made
            atexit { RealPostgres.shared.withLock { $0 = nil } }
            return made
        }
    }
}

extension SQL {
    /// A statement that a test has put together.
    init(test text: String) { self.init(embedded: text) }
}
