import Glibc
import WaldoMap
import WaldoTestSupport

/// The surface of 100,000 points on 500 x 500 cells, beside `gdal_grid`.
struct SurfaceSpeed {
    private let points: [MapPoint]

    init() {
        var random = SeededGenerator(17)
        points = (0..<100_000).map { _ in
            let point = PlanePoint(x: .random(in: 0...500, using: &random), y: .random(in: 0...500, using: &random))
            let value = 1 + sin(point.x / 30) * cos(point.y / 40) + .random(in: -0.05...0.05, using: &random)
            return MapPoint(point, value: value, sigma: 0.03)
        }
    }

    func measure(_ row: Row) async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "x,y,z\n" + points.map { "\($0.point.x),\($0.point.y),\($0.value)\n" }.joined(), to: "points.csv")
        try folder.write(
            """
            <OGRVRTDataSource><OGRVRTLayer name="points"><SrcDataSource>\(folder.path)/points.csv</SrcDataSource>
            <GeometryType>wkbPoint</GeometryType><GeometryField encoding="PointFromColumns" x="x" y="y" z="z"/>
            </OGRVRTLayer></OGRVRTDataSource>
            """, to: "points.vrt")
        var ours: [Double] = [], theirs: [Double] = []
        for round in 0..<5 {
            note("surface: round \(round + 1) of 5")
            let start = Clock.now(), surface = Surface(points)
            let grid = MapGrid(corner: PlanePoint(x: 0, y: 500), cell: 1, columns: 500, rows: 500)
            let cells = surface.estimates(on: grid, rows: 0..<500)
            ours.append(Double(Clock.now() - start) / 1e9)
            precondition(cells.count == 250_000)
            let path = folder.path + "/round\(round).tif"
            let arguments = [
                "gdal_grid", "-q", "-a", "invdistnn:power=2.0:max_points=12:radius=8", "-txe", "0", "500", "-tye",
                "500",
                "0", "-outsize", "500", "500", "-ot", "Float64", "-l", "points", folder.path + "/points.vrt", path,
            ]
            theirs.append(try await timed("/usr/bin/env", arguments).seconds)
        }
        row("surface of 100,000 points on 500 x 500 cells, one core", "< 0.5 s", "\(text(Report.median(ours), 3)) s")
        row(
            "the same in ratio to gdal_grid on all cores, which reads its points from CSV", "≤ 1",
            text(Report.median(zip(ours, theirs).map { $0 / $1 }), 2))
    }
}
