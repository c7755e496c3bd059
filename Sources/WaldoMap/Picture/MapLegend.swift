import WaldoCore

/// The legend of a map: what each colour is worth, with its unit.
enum MapLegend {
    private static let width = 22.0, box = 14.0

    /// The legend in the column to the right of the map.
    static func shapes(_ map: MapPicture, x: Double, y: Double, height: Double) -> [Drawing.Shape] {
        let theme = map.theme
        var shapes: [Drawing.Shape] = [
            .text(short(map.stream), x: x, y: y + 11, .start, theme.ink, size: 13),
            .text(MarkupText.unit(map.unit), x: x, y: y + 28, .start, theme.ink, size: 13),
        ]
        let over = y + 44, top = over + box + 6, bottom = y + height - (map.surface == nil ? 8 : 34)
        shapes.append(.rectangle(x: x, y: over, width: width, height: box, ColourScale.over))
        shapes.append(.text("over", x: x + width + 6, y: over + 12, .start, theme.ink, size: 13))
        let colours = map.scale.colours, step = (bottom - top) / Double(colours.count)
        for (index, colour) in colours.enumerated() {
            let bandTop = bottom - Double(index + 1) * step
            shapes.append(.rectangle(x: x, y: bandTop, width: width, height: step + 0.5, colour))
        }
        for mark in map.scale.marks(unit: map.unit, maximum: map.maximum) {
            let level = bottom - mark.part * (bottom - top)
            shapes.append(
                .line(
                    [PlanePoint(x: x + width, y: level), PlanePoint(x: x + width + 4, y: level)], width: 1, theme.ink))
            shapes.append(
                .text(
                    map.scale == .safecast
                        ? DecimalText.rounded(mark.value) : DecimalText.rounded(mark.value, error: map.maximum / 20),
                    x: x + width + 8, y: level + 4, .start,
                    theme.ink, size: 13))
        }
        if map.surface != nil {
            shapes.append(.rectangle(x: x, y: bottom + 14, width: width, height: box, theme.unknown))
            shapes.append(.text("uncertain", x: x + width + 6, y: bottom + 26, .start, theme.ink, size: 13))
        }
        return shapes
    }

    /// A name that fits into the column.
    private static func short(_ name: String) -> String {
        name.count <= 16 ? name : String(name.prefix(15)) + "…"
    }
}
