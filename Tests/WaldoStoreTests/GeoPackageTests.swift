import Glibc
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// What programs of other authors make of a store: GDAL's validator and reader (Debian: python3-gdal, gdal-bin).
struct GeoPackageTests {
    private static let validator = "/usr/lib/python3/dist-packages/osgeo_utils/samples/validate_gpkg.py"

    private func validate(_ path: String) async throws {
        let child = try ChildProcess("/usr/bin/python3", [Self.validator, path])
        let status = try await child.exitStatus(within: .seconds(60))
        #expect(status == 0, "\(child.lines) \(child.errorLines)")
    }

    private func describe(_ path: String, _ layer: String) async throws -> [String] {
        let child = try ChildProcess("ogrinfo", ["-ro", "-al", path, layer])
        #expect(try await child.exitStatus(within: .seconds(60)) == 0, "\(child.errorLines)")
        return child.lines
    }

    private func filled(_ folder: TemporaryFolder) throws -> HandDrivenStore {
        let store = try HandDrivenStore(in: folder)
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        Fixtures.give(to: &store.writer)
        return store
    }

    @Test func aFinishedStoreIsAValidGeoPackage() async throws {
        let store = try filled(try TemporaryFolder())
        try store.finish()
        try await validate(store.path)
        let world = try await describe(store.path, "sample_world")
        #expect(world.contains("Geometry: 3D Point") && world.contains("Feature Count: 1"))
        #expect(world.contains("  POINT Z (145.0125 -37.5 31.25)"))
        #expect(world.contains("  time (DateTime) = 2026/11/22 17:00:00.500+00"))
        #expect(world.contains("  stream (String) = dose") && world.contains("  value (Real) = 0.5"))
        #expect(world.contains("  flag_names (String) = partial below-threshold"))
        let arm = try await describe(store.path, "sample_arm")
        #expect(
            arm.contains("  POINT (0.5 -0.25)") && arm.contains("Extent: (0.500000, -0.250000) - (0.500000, -0.250000)")
        )
    }

    @Test func aStoreIsValidAndReadWhileItIsWritten() async throws {
        let store = try filled(try TemporaryFolder())
        try store.commit()
        try await validate(store.path)
        #expect(try await describe(store.path, "reading").contains("Feature Count: 3"))
        store.writer.record(.bytes(channel: 0, [9]), at: 4_000_000)
        try store.commit()
        #expect(try await describe(store.path, "reading").contains("Feature Count: 4"))
        // The other program has taken nothing away from the writer.
        try store.finish()
        #expect(try StoreReader(path: store.path).check() == [])
    }

    @Test func aKilledStoreIsValidAndRead() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s.gpkg"
        let child = try ChildProcess(try BuiltProgram.path("waldo-store-probe"), ["steady", path])
        try await child.waitForLine { $0.hasPrefix("300 ") }
        child.send(signal: SIGKILL)
        _ = try await child.exit()
        let line = try #require(try await describe(path, "reading").first { $0.hasPrefix("Feature Count: ") })
        #expect(Int(line.split(separator: " ")[2])! >= 200)
        try await validate(path)
        // GDAL may have moved the log into the file; Waldo reads it all the same.
        #expect(try StoreReader(path: path).check() == [])
    }

    @Test func theIndexAgreesWithTheGeometryThatGDALReads() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s.gpkg"
        let child = try ChildProcess(try BuiltProgram.path("waldo-store-probe"), ["fast", path, "places", "3000"])
        #expect(try await child.exitStatus(within: .seconds(60)) == 0)
        try await validate(path)
        // x of sample n is 145 + n % 1000 * 1e-5: 110 of each thousand lie between. The index holds 32-bit numbers,
        // rounded outwards, whose step at 145 is 1.5e-5: it may give two more on each side.
        let inside = try ChildProcess(
            "ogrinfo", ["-ro", "-so", "-spat", "145.001955", "-38", "145.003055", "-37", path, "sample_world"])
        _ = try await inside.exit(within: .seconds(60))
        let count = inside.lines.first { $0.hasPrefix("Feature Count: ") }.flatMap { Int($0.dropFirst(15)) }
        #expect((330...342).contains(try #require(count)))
    }

    @Test func layersHaveAStyleByValue() throws {
        let store = try filled(try TemporaryFolder())
        try store.finish()
        let reader = try StoreReader(path: store.path)
        let styles = try reader.connection.texts(
            "SELECT styleQML || styleSLD FROM layer_styles WHERE useAsDefault = 1 AND f_geometry_column = 'geom'")
        #expect(styles.count == 2)
        for style in styles {
            #expect(style.contains("graduatedSymbol") && style.contains("minimum(&quot;value&quot;"))
            #expect(style.contains("PropertyIsLessThan"))
        }
    }

    /// What QGIS has GDAL do with a file: a field and a feature's value, another layer, an index that is built again, a
    /// view, a style and metadata.
    private static let edits = """
        import sys
        from osgeo import gdal, ogr
        gdal.UseExceptions()
        data = gdal.OpenEx(sys.argv[1], gdal.OF_UPDATE | gdal.OF_VECTOR)
        world = data.GetLayerByName('sample_world')
        world.CreateField(ogr.FieldDefn('remark', ogr.OFTString))
        feature = world.GetNextFeature()
        feature['remark'] = 'here'
        world.SetFeature(feature)
        feature = None
        notes = data.CreateLayer('my notes', srs=world.GetSpatialRef(), geom_type=ogr.wkbPoint)
        notes.CreateField(ogr.FieldDefn('t', ogr.OFTString))
        feature = ogr.Feature(notes.GetLayerDefn())
        feature.SetGeometry(ogr.CreateGeometryFromWkt('POINT(1 2)'))
        notes.CreateFeature(feature)
        feature = None
        for sql in ["SELECT DisableSpatialIndex('sample_world', 'geom')", "SELECT CreateSpatialIndex('sample_world', 'geom')"]:
            result = data.ExecuteSQL(sql)
            data.ReleaseResultSet(result)
        for sql in [
            "CREATE VIEW high AS SELECT * FROM sample_world WHERE value > 1",
            "INSERT INTO gpkg_contents (table_name, identifier, data_type, srs_id) VALUES ('high', 'high', 'features', 4326)",
            "INSERT INTO gpkg_geometry_columns VALUES ('high', 'geom', 'POINT', 4326, 2, 0)",
            "INSERT INTO layer_styles (f_table_name, styleName, styleQML) VALUES ('sample_world', 'mine', '<qgis/>')",
        ]:
            data.ExecuteSQL(sql)
        data.SetMetadataItem('DESCRIPTION', 'a walk')
        notes = world = None
        data = None
        """

    @Test func whatGDALChangesIsReadAndWritten() async throws {
        let store = try filled(try TemporaryFolder())
        try store.finish()
        let child = try ChildProcess("/usr/bin/python3", ["-c", Self.edits, store.path])
        #expect(try await child.exitStatus(within: .seconds(60)) == 0, "\(child.errorLines)")
        #expect(try StoreReader(path: store.path).check() == [])
        let editor = try StoreEditor(path: store.path)
        try editor.addNote("seen", to: 1, at: Fixtures.started)
        try editor.addRun(session: 1, RunDescription(sensor: "s", version: "2"), made: 1) {
            (writer, _) throws(StoreError) in
            var writer = writer
            Fixtures.give(to: &writer)
        }
        try editor.close()
        #expect(try StoreReader(path: store.path).check() == [])
        try await validate(store.path)
        #expect(try await describe(store.path, "my notes").contains("Feature Count: 1"))
        #expect(try await describe(store.path, "sample_world").contains("  remark (String) = here"))
    }
}
