import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// A drive whose map and whose folder come from an attacker: what hangs holds up pages, and nothing that moves.
@Suite(.serialized) struct HostileMapDriveTests {
    /// A map of one picture.
    private static let map = """
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        INSERT INTO tiles VALUES (1, 0, 1, x'89504e47');
        """

    /// A join of a table with itself, ten times: no recursion, and no end either.
    private static let endlessMap = """
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE t (a);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO t SELECT i FROM n;
        CREATE VIEW tiles AS SELECT t0.a zoom_level, t1.a tile_column, t2.a tile_row, t3.a tile_data
            FROM \((0..<10).map { "t t\($0)" }.joined(separator: ", ")) WHERE t0.a + t9.a < 0;
        """

    private static let roads =
        #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":"#
        + #"{"type":"LineString","coordinates":[[8.5,47.4],[8.6,47.5]]}}]}"#

    private func start(_ file: HostileFile, roads: String) throws -> ChildProcess {
        try ChildProcess(
            try BuiltProgram.path("waldo"),
            [
                "drive", "--override", "--plain", "--input", "panel", "--panel", "127.0.0.1:0", "--sensor", "demo",
                "--survey", "live.gpkg", "--panel-tiles", "map.mbtiles", "--panel-roads", roads,
            ], in: file.files.folder.path)
    }

    @Test func zerosKeepTheirTimeWhileTheMapAndASurveyHang() async throws {
        let file = try await HostileFile()
        try file.make("map.mbtiles", Self.map)
        try file.make("endless.mbtiles", Self.endlessMap)
        try file.make("t.gpkg", HostileFile.endlessView(for: "survey"))
        try file.files.folder.write(Self.roads, to: "roads.geojson")
        let drive = try start(file, roads: "roads.geojson")
        defer { drive.close() }
        let port = try await drive.loopbackPort(within: .seconds(30))
        let page = try PanelPage(port: port)
        defer { page.close() }
        let picture = PanelRequest("/tile?z=1&x=0&y=0", port: port)
        #expect(picture.status() == 200 && PanelRequest("/roads.json", port: port).status() == 200)

        // The map is replaced while the drive goes on, as a synchronised folder does it.
        try #require(rename(file.files.path("endless.mbtiles"), file.files.path("map.mbtiles")) == 0)
        let sockets = (0..<3).map { _ in picture.send() }
        defer { for socket in sockets { close(socket) } }
        page.say(#"{"do":"surveys"}"#, times: 3)
        for _ in 0..<3 {
            page.say(#"{"do":"let go","control":0}"#)
            for _ in 0..<8 {
                page.say(#"{"do":"beat"}"#)
                try await Task.sleep(for: .milliseconds(50))
            }
            for _ in 0..<8 {
                page.say(#"{"do":"slider","control":0,"at":-1000}"#)
                try await Task.sleep(for: .milliseconds(50))
            }
            try await drive.waitForLine(containing: "\"bytes\":\"423e\"")
            let began = meteredNow()
            page.say(#"{"do":"let go","control":0}"#)
            try await drive.waitForLine(containing: "\"bytes\":\"533e\"")
            expectInTime(since: began, within: .milliseconds(250))
            for _ in 0..<2 { try await drive.waitForLine(containing: "\"bytes\":\"533e\"") }
            expectInTime(since: began, within: .milliseconds(600))
        }
        // What hangs is ended, reported once, and shown as missing.
        _ = try await drive.waitForErrorLine(containing: "pictures of the map are missing", within: .seconds(20))
        #expect(picture.status(on: sockets[0]) != 200)
        #expect(drive.errorLines.count { $0.contains("pictures of the map are missing") } == 1)
    }

    /// The roads are read before a drive begins.
    @Test func aDriveDoesNotBeginWithRoadsThatNeverEnd() async throws {
        let file = try await HostileFile()
        try file.make("map.mbtiles", Self.map)
        try #require(mkfifo(file.files.path("roads.geojson"), 0o600) == 0)
        let drive = try start(file, roads: "roads.geojson")
        defer { drive.close() }
        #expect(try await drive.exitStatus(within: .seconds(60)) != 0)
        #expect(drive.errorLines.contains { $0.contains("roads.geojson") }, "\(drive.errorLines)")
    }
}
