import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// The index that is built at the end, by SQLite's own check and queries.
struct SpatialIndexTests {
    /// A node has 51 cells: one leaf, a full one, two levels, three levels.
    @Test(arguments: [0, 1, 51, 52, 2601, 2602, 20_000])
    func theIndexFindsWhatLiesInside(_ count: Int) throws {
        var random = SeededGenerator(UInt64(count))
        let store = try HandDrivenStore(in: try TemporaryFolder(), capacity: 1 << 23)
        store.writer.stream(0, Fixtures.streams[0])
        var places: [Place] = []
        for number in 0..<count {
            // Some places are equal, as of a device that stands still.
            let isNew = places.isEmpty || number % 3 != 0
            let place = Place(
                x: isNew ? Double.random(in: -180...180, using: &random) : places[number - 1].x,
                y: isNew ? Double.random(in: -90...90, using: &random) : places[number - 1].y)
            places.append(place)
            store.writer.sample(Fixtures.sample(Int64(number), place: place))
        }
        try store.finish()
        let reader = try StoreReader(path: store.path)
        #expect(try reader.check() == [])
        let connection = reader.connection
        #expect(try connection.texts("SELECT rtreecheck('rtree_sample_world_geom')") == ["ok"])
        for _ in 0..<20 {
            let (x, y) = (Double.random(in: -180...170, using: &random), Double.random(in: -90...80, using: &random))
            let inside = places.filter { $0.x >= x && $0.x <= x + 10 && $0.y >= y && $0.y <= y + 10 }.count
            let found = try connection.number(
                """
                SELECT count(*) FROM rtree_sample_world_geom r JOIN sample s ON s.id = r.id
                WHERE r.maxx >= \(x) AND r.minx <= \(x + 10) AND r.maxy >= \(y) AND r.miny <= \(y + 10)
                    AND s.x >= \(x) AND s.x <= \(x + 10) AND s.y >= \(y) AND s.y <= \(y + 10)
                """)
            #expect(found == Int64(inside))
        }
        // Another program may go on with the tree: SQLite inserts and deletes in it.
        let other = try Connection(store.path, for: .writing, patience: 1)
        try other.execute(
            """
            INSERT INTO rtree_sample_world_geom VALUES (7, 1, 1, 1, 1);
            DELETE FROM rtree_sample_world_geom WHERE minx > 0 AND id != 7;
            """)
        #expect(try other.texts("SELECT rtreecheck('rtree_sample_world_geom')") == ["ok"])
    }

    /// It is derived, and built again when the session ends.
    @Test(arguments: ["x'ffffffff'", "zeroblob(3)", "x'ffffffff' || zeroblob(600)"])
    func aDamagedIndexKeepsNoSessionFromBeingAdded(_ node: String) throws {
        let tampered = try TamperedStore(), path = try tampered.copy([])
        try RawDatabase.execute("UPDATE rtree_sample_world_geom_node SET data = \(node)", in: path)
        let writer = try StoreWriter.append(path: path, description: Fixtures.description)
        #expect(writer.finish(within: .seconds(60)))
        let reader = try StoreReader(path: path)
        #expect(try reader.connection.texts("SELECT rtreecheck('rtree_sample_world_geom')") == ["ok"])
        #expect(try reader.connection.number("SELECT count(*) FROM rtree_sample_world_geom") == 1)
        withExtendedLifetime(tampered) {}
    }
}
