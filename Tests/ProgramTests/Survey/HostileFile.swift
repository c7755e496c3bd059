import Foundation
import Testing
import WaldoTestSupport

/// Surveys that an attacker has changed with another program.
struct HostileFile {
    let files: SurveyFiles

    /// A survey of a walk, `s.gpkg`.
    init() async throws {
        files = try SurveyFiles()
        try files.writeWalk(lines: 20)
        #expect(try await files.survey("import", "walk.LOG", "--to", "s.gpkg").status == 0)
    }

    /// A copy of the survey in which statements were executed.
    /// - Returns: its name.
    @discardableResult
    func make(_ name: String, _ statements: String) throws -> String {
        let path = files.path(name)
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: files.path("s.gpkg"), toPath: path)
        try RawDatabase.execute(statements, in: path)
        return name
    }

    /// The first number that a statement gives.
    func number(_ statement: String, in name: String) throws -> Int? {
        try RawDatabase.number(statement, in: files.path(name))
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
