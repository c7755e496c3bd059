/// A drawing as pixels, row by row from the top, three bytes each.
struct PixelCanvas {
    let width: Int, height: Int
    private(set) var pixels: [UInt8]

    init(_ drawing: Drawing) {
        (width, height) = (drawing.width, drawing.height)
        pixels = []
        pixels.reserveCapacity(width * height * 3)
        let ground = [drawing.ground.red, drawing.ground.green, drawing.ground.blue]
        for _ in 0..<width * height { pixels += ground }
        for shape in drawing.shapes { paint(shape) }
    }

    private mutating func paint(_ shape: Drawing.Shape) {
        switch shape {
        case .rectangle(let x, let y, let width, let height, let colour):
            fill(x, y, width, height, colour)
        case .circle(let x, let y, let radius, let colour, let edge):
            if let edge {
                circle(x, y, radius + 0.5, edge)
                circle(x, y, radius - 0.5, colour)
            } else {
                circle(x, y, radius, colour)
            }
        case .line(let points, let width, let colour):
            for (start, end) in zip(points, points.dropFirst()) { line(start, end, width, colour) }
        case .text(let text, let x, let y, let anchor, let colour, let size):
            write(text, x, y, anchor, colour, Double(size))
        case .cells(let x, let y, let size, let columns, let colours):
            for (index, colour) in colours.enumerated() {
                guard let colour else { continue }
                fill(x + Double(index % columns) * size, y + Double(index / columns) * size, size, size, colour)
            }
        }
    }

    /// Fills the pixels whose middle is inside.
    private mutating func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colour: Colour) {
        for row in rows(y, y + height) { for column in columns(x, x + width) { set(column, row, colour, 1) } }
    }

    private mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ colour: Colour) {
        for row in rows(y - radius - 1, y + radius + 1) {
            for column in columns(x - radius - 1, x + radius + 1) {
                let distance = PlanePoint(x: x, y: y).distance(to: Self.middle(column, row))
                set(column, row, colour, radius + 0.5 - distance)
            }
        }
    }

    private mutating func line(_ start: PlanePoint, _ end: PlanePoint, _ width: Double, _ colour: Colour) {
        let half = width / 2
        for row in rows(min(start.y, end.y) - half - 1, max(start.y, end.y) + half + 1) {
            for column in columns(min(start.x, end.x) - half - 1, max(start.x, end.x) + half + 1) {
                set(column, row, colour, half + 0.5 - Self.distance(Self.middle(column, row), start, end))
            }
        }
    }

    /// Writes a line of text; a pixel has as much of the colour as the nearest stroke covers of it.
    private mutating func write(
        _ text: String, _ x: Double, _ y: Double, _ anchor: Drawing.Anchor, _ colour: Colour, _ size: Double
    ) {
        let scale = size / Glyphs.size, half = size * Glyphs.stroke / 2, length = Glyphs.width(text, size: size)
        var left = x - (anchor == .start ? 0 : anchor == .end ? length : length / 2)
        let middle = y - Glyphs.baseline * scale
        for character in text {
            let glyph = Glyphs.glyph(character)
            let strokes = glyph.strokes.map { stroke in
                stroke.map { PlanePoint(x: left + ($0.x - glyph.left) * scale, y: middle + $0.y * scale) }
            }
            let points = strokes.joined()
            left += glyph.width * scale
            guard let low = points.map(\.x).min(), let high = points.map(\.x).max(),
                let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
            else { continue }
            for row in rows(top - half - 1, bottom + half + 1) {
                for column in columns(low - half - 1, high + half + 1) {
                    let point = Self.middle(column, row)
                    let nearest =
                        strokes.flatMap { zip($0, $0.dropFirst()) }
                        .map { Self.distance(point, $0.0, $0.1) }.min() ?? .infinity
                    set(column, row, colour, half + 0.5 - nearest)
                }
            }
        }
    }

    /// The distance of a point to a straight piece of a line.
    private static func distance(_ point: PlanePoint, _ start: PlanePoint, _ end: PlanePoint) -> Double {
        let delta = PlanePoint(x: end.x - start.x, y: end.y - start.y)
        let square = delta.x * delta.x + delta.y * delta.y
        let along = (point.x - start.x) * delta.x + (point.y - start.y) * delta.y
        let part = square > 0 ? min(max(0, along / square), 1) : 0
        return point.distance(to: PlanePoint(x: start.x + part * delta.x, y: start.y + part * delta.y))
    }

    private static func middle(_ column: Int, _ row: Int) -> PlanePoint {
        PlanePoint(x: Double(column) + 0.5, y: Double(row) + 0.5)
    }

    private func columns(_ low: Double, _ high: Double) -> Range<Int> { Self.range(low, high, width) }
    private func rows(_ low: Double, _ high: Double) -> Range<Int> { Self.range(low, high, height) }

    private static func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
        let first = Int(min(max(0, low.rounded()), Double(count))),
            last = Int(min(max(0, high.rounded()), Double(count)))
        return first..<max(first, last)
    }

    /// Mixes a colour into a pixel.
    private mutating func set(_ column: Int, _ row: Int, _ colour: Colour, _ part: Double) {
        guard part > 0, column >= 0, column < width, row >= 0, row < height else { return }
        let pixel = (row * width + column) * 3
        if part >= 1 {
            (pixels[pixel], pixels[pixel + 1], pixels[pixel + 2]) = (colour.red, colour.green, colour.blue)
            return
        }
        for (offset, value) in [colour.red, colour.green, colour.blue].enumerated() {
            let before = Double(pixels[pixel + offset])
            pixels[pixel + offset] = UInt8((before + (Double(value) - before) * part).rounded())
        }
    }
}
