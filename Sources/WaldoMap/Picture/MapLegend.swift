import WaldoCore

/// The legend of a map: what each colour is worth, with its unit.
enum MapLegend {
    private static let width = 22.0, box = 14.0
    /// So many pixels are between two numbers at least, and between the bar and what is above it.
    private static let spacing = 16.0, gap = 14.0
    /// The height of the scale of distances below it, and of what ground is uncertain.
    private static let distances = 44.0, uncertain = 28.0

    /// The legend in the column to the right of the map.
    static func shapes(_ map: MapPicture, x: Double, y: Double, height: Double) -> [Drawing.Shape] {
        let theme = map.theme
        var shapes: [Drawing.Shape] = [
            .text(short(map.stream), x: x, y: y + 11, .start, theme.ink, size: 13),
            .text(MarkupText.unit(map.unit), x: x, y: y + 28, .start, theme.ink, size: 13),
        ]
        let over = y + 44, top = over + box + gap
        let bottom = max(top + box, y + height - distances - (map.surface == nil ? 0 : uncertain))
        shapes.append(.rectangle(x: x, y: over, width: width, height: box, ColourScale.over))
        shapes.append(
            .circle(x: x + width / 2, y: over + box / 2, radius: 2.5, theme.ink, edge: nil))
        let greatest = map.scale.limits(unit: map.unit).last ?? 1
        shapes.append(
            .text(
                "> " + DecimalText.rounded(map.scale.units == nil ? map.maximum : greatest), x: x + width + 8,
                y: over + 12, .start, theme.ink, size: 13))
        let colours = map.scale.colours, step = (bottom - top) / Double(colours.count)
        for (index, colour) in colours.enumerated() {
            let bandTop = bottom - Double(index + 1) * step
            shapes.append(.rectangle(x: x, y: bandTop, width: width, height: step + 0.5, colour))
        }
        var last = Double.infinity
        let marks = map.scale.marks(unit: map.unit, maximum: map.maximum)
        let texts = map.scale == .safecast ? marks.map { DecimalText.rounded($0.value) } : aligned(marks.map(\.value))
        for (mark, text) in zip(marks, texts) {
            let level = bottom - mark.part * (bottom - top)
            guard last - level >= spacing else { continue }
            last = level
            shapes.append(
                .line(
                    [PlanePoint(x: x + width, y: level), PlanePoint(x: x + width + 4, y: level)], width: 1, theme.ink))
            shapes.append(
                .text(text, x: x + width + 8, y: level + 4, .start, theme.ink, size: 13))
        }
        if map.surface != nil {
            shapes.append(.rectangle(x: x, y: bottom + 14, width: width, height: box, theme.unknown))
            shapes.append(.text("uncertain", x: x + width + 8, y: bottom + 26, .start, theme.ink, size: 13))
        }
        return shapes
    }

    /// Numbers with as many digits after the point as the longest has.
    private static func aligned(_ values: [Double]) -> [String] {
        let texts = values.map { DecimalText.rounded($0) }
        func decimals(_ text: String) -> Int { text.firstIndex(of: ".").map { text[$0...].count - 1 } ?? 0 }
        let most = texts.map(decimals).max() ?? 0
        return texts.map { text in
            let missing = most - decimals(text)
            return text + (missing == most && most > 0 ? "." : "") + String(repeating: "0", count: missing)
        }
    }

    /// A name that fits into the column.
    private static func short(_ name: String) -> String {
        name.count <= 16 ? name : String(name.prefix(15)) + "…"
    }
}
