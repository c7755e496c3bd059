import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// Stores whose bytes were changed: every command refuses them by a sentence, or reads them, and none crashes.
@Suite(.onLoop, .serialized) struct DamagedStoreTests {
    private static let commands = [
        ["list", "t.gpkg"], ["show", "t.gpkg"], ["check", "t.gpkg"], ["process", "t.gpkg", "--verify"],
        ["report", "t.gpkg"], ["export", "t.gpkg", "--csv", "t.csv", "--geojson", "t.geojson", "--mcap", "t.mcap"],
        ["process", "t.gpkg"], ["delete", "t.gpkg", "--survey", "1"],
        ["delete", "t.gpkg", "--survey", "1", "--undo"], ["prune", "t.gpkg", "--survey", "1", "--yes"],
    ]
    /// The statuses of refusals and results (see `waldo --help`).
    private static let statuses: Set<CInt> = [0, 1, 65, 66, 74]

    /// Executes SQL without the triggers that keep raw rows as they came.
    private static let attacker = """
        import sqlite3, sys
        db = sqlite3.connect(sys.argv[1])
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute("DROP TRIGGER " + name)
        db.executescript(sys.argv[2])
        """

    private static func hasPython() async -> Bool {
        guard let child = try? ChildProcess("/usr/bin/env", ["python3", "-c", "import sqlite3"]) else { return false }
        defer { child.close() }
        return (try? await child.exitStatus(within: .seconds(30))) == 0
    }

    private func removeCopies(in files: SurveyFiles) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: files.folder.path) where name.hasPrefix("t.") {
            try FileManager.default.removeItem(atPath: files.path(name))
        }
    }

    @Test(
        .enabled { await hasPython() },
        arguments: [
            "UPDATE clock SET mono = -9223372036854775808",
            "UPDATE reading SET mono = 9223372036854775807 WHERE ordinal > 9",
            "UPDATE session SET mono_start = -9223372036854775808, mono_end = 9223372036854775807",
            "UPDATE session SET id = 8388607", "UPDATE run SET id = 9223372036854775807",
            "UPDATE stream SET number = -5", "UPDATE stream SET number = 9007199254740992",
            "UPDATE sample SET mono_from = -9223372036854775808", "UPDATE sample SET x = 1e300",
            "UPDATE sample SET value = CASE seq % 2 WHEN 1 THEN 1e308 ELSE -1e308 END",
            "INSERT INTO note VALUES (1, 1, 0, NULL, 1, 1, 9223372036854775807, 'x')",
        ]) func extremeNumbersAreNeverACrash(_ statement: String) async throws
    {
        let files = try SurveyFiles()
        try files.writeWalk(lines: 20)
        #expect(try await files.survey("import", "walk.LOG", "--to", "s.gpkg").status == 0)
        let child = try ChildProcess(
            "/usr/bin/env", ["python3", "-c", Self.attacker, files.path("s.gpkg"), statement])
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(30)) == 0, "\(child.errorLines)")
        #expect(try await files.survey("check", "s.gpkg").status == 65)
        for arguments in Self.commands {
            try removeCopies(in: files)
            try FileManager.default.copyItem(atPath: files.path("s.gpkg"), toPath: files.path("t.gpkg"))
            let found = try await files.survey(arguments)
            #expect(Self.statuses.contains(found.status), "\(arguments): \(found)")
            #expect(found.errors.count <= 1 || arguments[0] == "check", "\(arguments): \(found)")
        }
    }

    @Test(arguments: 0..<6) func damageIsNeverACrash(_ seed: UInt64) async throws {
        let files = try SurveyFiles()
        try files.writeWalk(lines: 20)
        #expect(try await files.survey("import", "walk.LOG", "--to", "s.gpkg").status == 0)
        let whole = try files.contents("s.gpkg")
        var generator = SeededGenerator(seed)
        // The first page and the tables of the standard are SQLite's and GDAL's matter.
        let places = (whole.count / 3)..<whole.count
        for _ in HostileTime.rounds(3, cases: 6) {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                bytes[Int.random(in: places, using: &generator)] = [0, 1, 0x7f, 0x80, 0xff].randomElement(
                    using: &generator)!
            }
            for arguments in Self.commands {
                try removeCopies(in: files)
                try bytes.write(to: URL(filePath: files.path("t.gpkg")))
                let found = try await files.survey(arguments)
                #expect(Self.statuses.contains(found.status), "seed \(seed): \(arguments): \(found)")
            }
        }
    }
}
