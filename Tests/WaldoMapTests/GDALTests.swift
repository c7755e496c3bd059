import Foundation
import Testing
import WaldoCore
import WaldoMap
import WaldoSurvey
import WaldoTestSupport

/// The surface and its file, against GDAL's own. GDAL is an apt package of the tests (`Tests/run packages`).
@Suite(.serialized) struct GDALTests {
    private static func hasGDAL() async -> Bool {
        guard let child = try? ChildProcess("/usr/bin/env", ["gdal_grid", "--version"]) else { return false }
        defer { child.close() }
        return (try? await child.exitStatus(within: .seconds(20))) == 0
    }

    private func run(_ command: String, _ arguments: [String]) async throws {
        let child = try ChildProcess("/usr/bin/env", [command] + arguments)
        defer { child.close() }
        let status = try await child.exitStatus(within: .seconds(60))
        try #require(status == 0, "\(command): \(child.errorLines)")
    }

    /// The numbers of a raw file.
    private func numbers(_ path: String) throws -> [Double] {
        try Data(contentsOf: URL(filePath: path)).withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 8).map { bytes.loadUnaligned(fromByteOffset: $0, as: Double.self) }
        }
    }

    private func points(_ count: Int) -> [MapPoint] {
        var random = SeededGenerator(11)
        return (0..<count).map { _ in
            let point = PlanePoint(x: .random(in: 0...100, using: &random), y: .random(in: 0...80, using: &random))
            return MapPoint(point, value: .random(in: 0...1, using: &random), sigma: 0.05)
        }
    }

    /// `gdal_grid` with the 12 nearest points and the inverse square of the distance.
    @Test(.enabled { await hasGDAL() }) func theSurfaceIsGDALs() async throws {
        let folder = try TemporaryFolder(), points = points(3_000), surface = Surface(points)
        let rows = points.map { "\($0.point.x),\($0.point.y),\($0.value)" }
        try folder.write("x,y,z\n" + rows.joined(separator: "\n") + "\n", to: "points.csv")
        try folder.write(
            """
            <OGRVRTDataSource><OGRVRTLayer name="points"><SrcDataSource>\(folder.path)/points.csv</SrcDataSource>
            <GeometryType>wkbPoint</GeometryType><GeometryField encoding="PointFromColumns" x="x" y="y" z="z"/>
            </OGRVRTLayer></OGRVRTDataSource>
            """, to: "points.vrt")
        try await run(
            "gdal_grid",
            [
                "-q", "-a", "invdistnn:power=2.0:max_points=12:radius=1000", "-txe", "0", "100", "-tye", "80", "0",
                "-outsize",
                "100", "80", "-ot", "Float64", "-of", "ENVI", "-l", "points", folder.path + "/points.vrt",
                folder.path + "/gdal.bin",
            ])
        let theirs = try numbers(folder.path + "/gdal.bin")
        let grid = MapGrid(corner: PlanePoint(x: 0, y: 80), cell: 1, columns: 100, rows: 80)
        let ours = surface.estimates(on: grid, rows: 0..<80).map { $0?.value ?? .nan }
        try #require(theirs.count == 8_000 && ours.count == 8_000)
        let worst = zip(ours, theirs).map { abs($0 - $1) }.max() ?? .infinity
        #expect(worst < 1e-9)
    }

    @Test(
        .enabled { await hasGDAL() }, arguments: [MapPlane.arm(.xy), .world(longitude: 144.9631, latitude: -37.8136)])
    func gdalReadsTheGrid(plane: MapPlane) async throws {
        let folder = try TemporaryFolder(), surface = Surface(points(200))
        let grid = MapGrid(around: surface.points.map(\.point), cell: 2)
        var cells = surface.estimates(on: grid, rows: 0..<grid.rows)
        cells[7] = nil
        let file = GeoTIFFFile.bytes(grid, cells, plane: plane, name: "dose <&>", unit: "uSv/h")
        let path = folder.path + "/grid.tif"
        try Data(file).write(to: URL(filePath: path))
        try await run("gdal_translate", ["-q", "-of", "ENVI", "-co", "INTERLEAVE=BSQ", path, folder.path + "/raw.bin"])
        let numbers = try numbers(folder.path + "/raw.bin")
        try #require(numbers.count == 2 * grid.count)
        #expect(numbers[7].isNaN && numbers[grid.count + 7].isNaN)
        for (index, cell) in cells.enumerated() where index != 7 {
            #expect(numbers[index] == cell?.value && numbers[grid.count + index] == cell?.sigma)
        }
        let child = try ChildProcess("/usr/bin/env", ["gdalinfo", "-json", path])
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(20)) == 0)
        let text = child.lines.joined(separator: "\n")
        let info = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let bands = try #require(info["bands"] as? [[String: Any]])
        #expect(
            bands.map { $0["description"] as? String } == ["dose <&>", "error of dose <&>, one standard deviation"])
        #expect(bands.map { $0["unit"] as? String } == ["uSv/h", "uSv/h"])
        #expect(text.contains("WGS 84") == (plane.system == .world))
        let transform = try #require(info["geoTransform"] as? [Double])
        let corner = plane.place(grid.corner)
        #expect(abs(transform[0] - corner.x) < 1e-9 && abs(transform[3] - corner.y) < 1e-9)
    }

    /// GDAL's own projection of the middle and of a corner of a wide grid.
    @Test(.enabled { await hasGDAL() }) func gdalKnowsTheProjectionOfAWideGrid() async throws {
        let folder = try TemporaryFolder(), area = EqualArea(longitude: 14, latitude: 45), plane = MapPlane.wide(area)
        let places = [Place(x: 4.35, y: 50.85), Place(x: 23.73, y: 37.98), Place(x: 14, y: 45)]
        let points = places.compactMap(plane.point).map { MapPoint($0, value: 1) }
        let grid = MapGrid(around: points.map(\.point), cell: 50_000), surface = Surface(points)
        let file = GeoTIFFFile.bytes(
            grid, surface.estimates(on: grid, rows: 0..<grid.rows), plane: plane, name: "dose", unit: "uSv/h")
        try Data(file).write(to: URL(filePath: folder.path + "/wide.tif"))
        let child = try ChildProcess("/usr/bin/env", ["gdalinfo", "-json", folder.path + "/wide.tif"])
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(20)) == 0)
        let text = child.lines.joined(separator: "\n")
        let info = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(text.contains("Lambert Azimuthal Equal Area") && text.contains("WGS 84"), "\(text)")
        let transform = try #require(info["geoTransform"] as? [Double])
        #expect(abs(transform[0] - grid.corner.x) < 1e-6 && abs(transform[3] - grid.corner.y) < 1e-6)
        let extent = try #require(info["wgs84Extent"] as? [String: Any])
        let rings = try #require(extent["coordinates"] as? [[[Double]]])
        let corner = plane.place(grid.corner)
        #expect(rings[0].contains { abs($0[0] - corner.x) < 1e-5 && abs($0[1] - corner.y) < 1e-5 }, "\(rings)")
    }

    /// A decoder that others wrote gives the colours back, of a picture with few colours and of one with many.
    @Test(.enabled { await hasGDAL() }, arguments: [true, false]) func gdalReadsThePicture(hasFew: Bool) async throws {
        let folder = try TemporaryFolder(), points = points(900)
        var picture = MapPicture(
            title: "a raster", stream: "dose", unit: "uSv/h", plane: .arm(.xy), points: hasFew ? [] : points,
            scale: .bands7, maximum: 1, radius: 2)
        if !hasFew { (picture.scale, picture.surface) = (.viridis, Surface(points)) }
        var drawing = picture.drawing(width: 500, height: 400)
        if hasFew { drawing.shapes = drawing.shapes.filter { if case .rectangle = $0 { true } else { false } } }
        drawing.shapes.append(.rectangle(x: 100, y: 50, width: 10, height: 10, Colour(0x123456)))
        try Data(PNGFile.bytes(drawing)).write(to: URL(filePath: folder.path + "/map.png"))
        try await run(
            "gdal_translate",
            ["-q", "-of", "ENVI", "-co", "INTERLEAVE=BSQ"] + (hasFew ? ["-expand", "rgb"] : [])
                + [folder.path + "/map.png", folder.path + "/raw.bin"])
        let raw = try [UInt8](Data(contentsOf: URL(filePath: folder.path + "/raw.bin")))
        try #require(raw.count == 3 * 500 * 400)
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { (0..<3).map { raw[$0 * 200_000 + y * 500 + x] } }
        #expect(pixel(105, 55) == [0x12, 0x34, 0x56])
        #expect(pixel(1, 1) == [255, 255, 255] && pixel(499, 399) == [255, 255, 255])
    }
}
