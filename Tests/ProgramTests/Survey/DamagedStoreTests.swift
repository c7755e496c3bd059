import Foundation
import Testing
import WaldoTestSupport

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

    @Test(arguments: 0..<6) func damageIsNeverACrash(_ seed: UInt64) async throws {
        let files = try SurveyFiles()
        try files.writeWalk(lines: 20)
        #expect(try await files.survey("import", "walk.LOG", "--to", "s.gpkg").status == 0)
        let whole = try files.contents("s.gpkg")
        var generator = SeededGenerator(seed)
        // The first page and the tables of the standard are SQLite's and GDAL's matter.
        let places = (whole.count / 3)..<whole.count
        for _ in 0..<3 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                bytes[Int.random(in: places, using: &generator)] = [0, 1, 0x7f, 0x80, 0xff].randomElement(
                    using: &generator)!
            }
            for arguments in Self.commands {
                for name in try FileManager.default.contentsOfDirectory(atPath: files.folder.path)
                where name.hasPrefix("t.") {
                    try FileManager.default.removeItem(atPath: files.path(name))
                }
                try bytes.write(to: URL(filePath: files.path("t.gpkg")))
                let found = try await files.survey(arguments)
                #expect(Self.statuses.contains(found.status), "seed \(seed): \(arguments): \(found)")
            }
        }
    }
}
