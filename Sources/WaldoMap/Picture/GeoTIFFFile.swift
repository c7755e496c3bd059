import WaldoCore

/// A surface as a GeoTIFF (OGC 19-008r4): two bands of 64-bit numbers, the value and its error at one standard
/// deviation; NaN where there is none. A map of the world is in EPSG:4326, one of an arm's workspace in metres
/// without a coordinate system.
public enum GeoTIFFFile {
    /// The bytes of a file.
    /// - Parameters:
    ///   - cells: the estimates of the grid's cells, row by row.
    ///   - name: the stream.
    ///   - unit: its unit.
    public static func bytes(
        _ grid: MapGrid, _ cells: [Surface.Estimate?], plane: MapPlane, name: String, unit: String
    ) -> [UInt8] {
        var directory = TIFFDirectory()
        directory.add(256, long: grid.columns)
        directory.add(257, long: grid.rows)
        directory.add(258, shorts: [64, 64])
        directory.add(259, shorts: [1])
        directory.add(262, shorts: [1])
        directory.add(277, shorts: [2])
        directory.add(278, long: grid.rows)
        directory.add(279, long: grid.count * 16)
        directory.add(284, shorts: [1])
        directory.add(338, shorts: [0])
        directory.add(339, shorts: [3, 3])
        let size = plane.degrees(of: grid.cell), corner = plane.coordinates(grid.corner)
        directory.add(33_550, doubles: [size.x, size.y, 0])
        directory.add(33_922, doubles: [0, 0, 0, corner.x, corner.y, 0])
        switch plane {
        case .arm: break
        case .world:
            // Geographic coordinates, pixels are areas, WGS 84.
            directory.add(34_735, shorts: [1, 1, 0, 3, 1_024, 0, 1, 2, 1_025, 0, 1, 1, 2_048, 0, 1, 4_326])
        case .wide(let area):
            // Projected coordinates, pixels are areas, WGS 84; Lambert's azimuthal equal-area projection in metres,
            // with its middle and the coordinates of that in the doubles.
            directory.add(
                34_735,
                shorts: [
                    1, 1, 0, 11, 1_024, 0, 1, 1, 1_025, 0, 1, 1, 2_048, 0, 1, 4_326, 3_072, 0, 1, 32_767, 3_074, 0, 1,
                    32_767, 3_075, 0, 1, 10, 3_076, 0, 1, 9_001, 3_082, 34_736, 1, 2, 3_083, 34_736, 1, 3, 3_088,
                    34_736, 1, 0, 3_089, 34_736, 1, 1,
                ])
            directory.add(34_736, doubles: [area.longitude, area.latitude, 0, 0])
        }
        directory.add(42_112, text: metadata(name, unit))
        directory.add(42_113, text: "nan")
        return directory.file { bytes in
            for cell in cells {
                bytes.add(cell?.value ?? .nan)
                bytes.add(cell?.sigma ?? .nan)
            }
        }
    }

    /// GDAL's names of the bands. It resolves the entities of their texts twice.
    private static func metadata(_ name: String, _ unit: String) -> String {
        func twice(_ text: String) -> String { MarkupText.escaped(MarkupText.escaped(text)) }
        let bands = [name, "error of \(name), one standard deviation"]
        let items = bands.enumerated().map { index, name in
            """
            <Item name="DESCRIPTION" sample="\(index)" role="description">\(twice(name))</Item>\
            <Item name="UNITTYPE" sample="\(index)" role="unittype">\(twice(unit))</Item>
            """
        }
        return "<GDALMetadata>" + items.joined() + "</GDALMetadata>"
    }
}
