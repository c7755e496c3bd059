import Foundation
import Testing
import WaldoTestSupport

/// Surveys that an attacker has changed with Python's sqlite3, which knows nothing of Waldo's limits.
struct HostileFile {
    let files: SurveyFiles

    /// A survey of a walk, `s.gpkg`.
    init() async throws {
        files = try SurveyFiles()
        try files.writeWalk(lines: 20)
        #expect(try await files.survey("import", "walk.LOG", "--to", "s.gpkg").status == 0)
    }

    static func hasPython() async -> Bool {
        guard let child = try? ChildProcess("/usr/bin/env", ["python3", "-c", "import sqlite3"]) else { return false }
        defer { child.close() }
        return (try? await child.exitStatus(within: .seconds(30))) == 0
    }

    /// A copy of the survey in which statements were executed.
    /// - Returns: its name.
    @discardableResult
    func make(_ name: String, _ statements: String) async throws -> String {
        let path = files.path(name)
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: files.path("s.gpkg"), toPath: path)
        _ = try await Self.python("db.executescript(sys.argv[2])", path, statements)
        return name
    }

    /// The first number that a statement gives.
    func number(_ statement: String, in name: String) async throws -> Int? {
        Int(
            try await Self.python("print(db.execute(sys.argv[2]).fetchone()[0])", files.path(name), statement).first
                ?? "")
    }

    static func python(_ code: String, _ arguments: String...) async throws -> [String] {
        let child = try ChildProcess(
            "/usr/bin/env",
            ["python3", "-c", "import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1])\n" + code] + arguments)
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(30)) == 0, "\(child.errorLines)")
        return child.lines
    }

    /// Replaces a table by a view that never ends.
    static func endlessView(for table: String) -> String {
        """
        PRAGMA legacy_alter_table = ON;
        ALTER TABLE \(table) RENAME TO old;
        CREATE VIEW \(table) AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT old.* FROM old, n;
        """
    }

    /// Gives the survey a title of so many bytes.
    static func title(of bytes: Int) -> String { "UPDATE survey SET title = CAST(zeroblob(\(bytes)) AS TEXT)" }
}
