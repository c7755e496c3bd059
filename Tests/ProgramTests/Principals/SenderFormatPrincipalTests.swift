import Foundation
import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

@testable import WaldoApp

/// What the sender of a file can do that is no survey: GeoJSON, a recording, a log, an archive, a map's tiles.
@Suite(.serialized) struct SenderFormatPrincipalTests {
    private let record = AttemptRecord(of: "SenderFormatPrincipalTests")

    init() throws { ForeignFiles.useHelpers(of: try BuiltProgram.path("waldo")) }

    @Test func aSenderCanDoWhatThePageSays() async throws {
        let file = try await HostileFile()
        try await commands(file)
        try tiles(file)
        try record.compareWithPage()
    }

    /// Whether a command takes a file, or crashes.
    private func takes(_ words: [String], in file: HostileFile) async throws -> Bool {
        let child = try ChildProcess(try BuiltProgram.path("waldo"), words, in: file.files.folder.path)
        defer { child.close() }
        return try await child.exitStatus(within: .seconds(60)) != 65
    }

    private func commands(_ file: HostileFile) async throws {
        let nested = String(repeating: "[", count: 200_000)
        try file.files.folder.write(#"{"type":"FeatureCollection","features":"# + nested, to: "roads.geojson")
        record.add(
            .sender, "crash a command by GeoJSON of 200,000 levels", may: false,
            did: try await takes(["survey", "map", "s.gpkg", "--svg", "m.svg", "--roads", "roads.geojson"], in: file),
            "Refused: levels, numbers and bytes are bounded.")
        try file.files.folder.write(#"{"waldo":1,"x":"# + nested + "\n", to: "r.jsonl")
        record.add(
            .sender, "crash a command by a recording of 200,000 levels", may: false,
            did: try await takes(["log", "r.jsonl"], in: file), "Refused: a line has 1 MB and 16 levels at most.")
        let log = try file.files.folder.write("", to: "sparse.LOG")
        try #require(truncate(log, off_t(9) << 30) == 0)
        record.add(
            .sender, "hold up an import by a log of 9 GB that is stored in nothing", may: false,
            did: try await takes(["survey", "import", "sparse.LOG", "--to", "t.gpkg"], in: file),
            "Refused: a log has 8 GB at most.")
        try Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0, count: 1_000)).write(
            to: URL(filePath: file.files.path("bomb.LOG.gz")))
        record.add(
            .sender, "have an archive unpacked that fills the disk", may: false,
            did: try await takes(["survey", "import", "bomb.LOG.gz", "--to", "t.gpkg"], in: file),
            "Refused by its kind. Of a pipe half of what is free is kept at most.")
    }

    private func tiles(_ file: HostileFile) throws {
        try RawDatabase.execute(
            """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE t (a);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO t SELECT i FROM n;
            CREATE VIEW tiles AS SELECT t0.a zoom_level, t1.a tile_column, t2.a tile_row, t3.a tile_data
                FROM t t0, t t1, t t2, t t3, t t4, t t5, t t6 WHERE t0.a + t6.a < 0;
            """, in: file.files.path("t.mbtiles"))
        var isRead = true
        do { try FileHelper.once(FileJob(file.files.path("t.mbtiles"), .tiles)) } catch { isRead = false }
        record.add(
            .sender, "hold up a drive by an MBTiles file whose pictures never end", may: false, did: isRead,
            "A helper reads it, and is ended after its time; nothing that moves waits.")
    }
}
