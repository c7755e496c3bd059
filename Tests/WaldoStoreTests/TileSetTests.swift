import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoStore

/// Pictures of a map in MBTiles files.
@Suite struct TileSetTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file with one picture of zoom 2, in the north-west corner's neighbour to the east.
    private func file(format: String?, tiles: Bool = true) throws -> String {
        let path = folder.path + "/map.mbtiles"
        unlink(path)
        let connection = try Connection(path, for: .writing, patience: 1)
        try connection.execute(
            """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
            INSERT INTO metadata VALUES ('name', 'Town'), ('attribution', 'the town''s office');
            """)
        if let format { try connection.execute("INSERT INTO metadata VALUES ('format', '\(format)')") }
        if tiles { try connection.execute("INSERT INTO tiles VALUES (2, 1, 3, x'89504e47'), (4, 0, 0, x'01')") }
        connection.close()
        return path
    }

    @Test func aPictureIsFoundByItsRowFromTheNorth() throws {
        let tiles = try TileSet(path: file(format: "png"))
        #expect(tiles.type == "image/png" && tiles.zooms == 2...4 && tiles.attribution == "the town's office")
        #expect(try tiles.picture(zoom: 2, column: 1, row: 0) == [0x89, 0x50, 0x4e, 0x47])
        #expect(try tiles.picture(zoom: 4, column: 0, row: 15) == [1])
        #expect(try tiles.picture(zoom: 3, column: 0, row: 0) == nil)
        for (zoom, column, row) in [(2, 1, -1), (2, 4, 0), (2, 1, 4), (30, 0, 0), (-1, 0, 0), (62, 1 << 40, 1)] {
            #expect(try tiles.picture(zoom: zoom, column: column, row: row) == nil)
        }
    }

    @Test func jpegAndWebPArePicturesToo() throws {
        #expect(try TileSet(path: file(format: "jpg")).type == "image/jpeg")
    }

    @Test func whatHasNoPicturesIsRefused() throws {
        let cases: [(() throws -> String, String)] = [
            ({ try self.file(format: "pbf") }, "which is no picture"),
            ({ try self.file(format: "p\u{1b}") }, #"“p\u{1b}”"#),
            ({ try self.file(format: "") }, "names no format of its tiles; take a file of PNG"),
            ({ try self.file(format: "png", tiles: false) }, "no tiles in it; take a file of PNG"),
            ({ try self.folder.write("text\n", to: "text.mbtiles") }, "this is not an MBTiles file; name another"),
            ({ try self.folder.write("PK\u{3}\u{4}a.mbtiles", to: "a.zip") }, "a ZIP archive, and not an MBTiles file"),
            ({ self.folder.path + "/missing" }, "missing"),
        ]
        for (make, part) in cases {
            let path = try make()
            let error = #expect(throws: StoreError.self) { try TileSet(path: path) }
            #expect("\(error as Any)".contains(part), "\(error as Any)")
        }
    }

    @Test func aFileOfSomethingElseIsNamed() throws {
        let path = folder.path + "/other.mbtiles"
        let connection = try Connection(path, for: .writing, patience: 1)
        try connection.execute("CREATE TABLE something (a)")
        connection.close()
        let error = #expect(throws: StoreError.self) { try TileSet(path: path) }
        #expect("\(error as Any)".contains("no MBTiles file"))
        #expect(throws: StoreError.self) { try TileSet(path: file(format: "png", tiles: false)) }
    }

    /// SQLite keeps a text in a column of numbers, and it is greater than every number.
    @Test func zoomsThatAreNoNumbersAreRefused() throws {
        let path = try file(format: "png", tiles: false)
        try RawDatabase.execute(
            "INSERT INTO tiles VALUES ('x', 0, 0, x'00'), (9223372036854775807, 0, 0, x'00')", in: path)
        let error = #expect(throws: StoreError.self) { try TileSet(path: path) }
        #expect(error?.sentence == "there are no tiles in it; take a file of PNG, JPEG or WebP")
    }

    /// What mbutil and TileMill write: pictures once each, and a view that joins them.
    private func joined(_ tiles: String) throws -> String {
        let path = folder.path + "/joined.mbtiles"
        let connection = try Connection(path, for: .writing, patience: 1)
        try connection.execute(
            """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE images (tile_id TEXT, tile_data BLOB);
            CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
            INSERT INTO images VALUES ('a', x'89504e47');
            INSERT INTO map VALUES (2, 1, 3, 'a');
            CREATE VIEW tiles AS \(tiles);
            """)
        connection.close()
        return path
    }

    @Test func aViewThatJoinsPicturesIsRead() throws {
        let tiles = try TileSet(
            path: joined(
                """
                SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column, map.tile_row AS tile_row,
                    images.tile_data AS tile_data FROM map JOIN images ON images.tile_id = map.tile_id
                """))
        #expect(tiles.zooms == 2...2)
        #expect(try tiles.picture(zoom: 2, column: 1, row: 0) == [0x89, 0x50, 0x4e, 0x47])
    }

    @Test(arguments: [
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i zoom_level, i tile_column, i tile_row, x'00' tile_data FROM n
        """,
        // One that ends is refused all the same, and not for the time that it takes.
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3)
        SELECT i zoom_level, i tile_column, i tile_row, x'00' tile_data FROM n
        """,
        "SELECT 1 zoom_level, 1 tile_column, 1 tile_row, randomblob(1000000000) tile_data FROM map",
        "SELECT 1 zoom_level, rootpage tile_column, 1 tile_row, sql tile_data FROM sqlite_schema",
    ]) func aViewThatDoesMoreIsRefused(_ view: String) throws {
        let path = try joined(view)
        let error = #expect(throws: StoreError.self) {
            _ = try TileSet(path: path).picture(zoom: 1, column: 1, row: 0)
        }
        #expect(error?.kind == .foreign, "\(error as Any)")
    }
}
