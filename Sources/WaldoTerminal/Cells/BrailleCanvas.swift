/// A drawing in braille dots, 2 by 4 in a cell; or in characters, one in a cell, where there is no braille. Pure; what
/// lies outside it is clipped.
///
/// Its points are dots, or cells: x to the right from 0, y downward from 0. Dots are as high as wide, cells twice as
/// high.
struct BrailleCanvas {
    /// A point between dots.
    typealias Spot = (x: Double, y: Double)

    /// The bits of a braille cell's dots, added to U+2800.
    private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    /// Its size in cells.
    let width: Int, height: Int
    /// Whether it is drawn in dots.
    let isBraille: Bool
    private var dots: [UInt32]
    private var signs: [Unicode.Scalar?]
    private var inks: [Ink?]

    /// A blank drawing.
    init(width: Int, height: Int, isBraille: Bool) {
        (self.width, self.height, self.isBraille) = (max(0, width), max(0, height), isBraille)
        dots = [UInt32](repeating: 0, count: self.width * self.height)
        signs = [Unicode.Scalar?](repeating: nil, count: dots.count)
        inks = [Ink?](repeating: nil, count: dots.count)
    }

    /// How many points it has side by side, and below one another.
    var columns: Int { isBraille ? width * 2 : width }
    var rows: Int { isBraille ? height * 4 : height }
    /// How many times as high as wide a point is.
    var stretch: Double { isBraille ? 1 : 2 }

    /// Sets a point; a cell has the ink of the last one.
    /// - Parameter sign: what stands for it without braille.
    mutating func dot(_ x: Int, _ y: Int, _ ink: Ink, sign: Unicode.Scalar) {
        guard x >= 0, y >= 0, x < columns, y < rows else { return }
        let index = isBraille ? y / 4 * width + x / 2 : y * width + x
        if isBraille { dots[index] |= Self.bits[y % 4][x % 2] } else { signs[index] = sign }
        inks[index] = ink
    }

    /// Draws a straight line.
    /// - Parameter every: draws every so many points of it alone: a dotted line for 2 and more.
    mutating func line(_ from: Spot, _ to: Spot, _ ink: Ink, every: Int = 1, sign: Unicode.Scalar) {
        guard let (from, to) = clipped(from, to) else { return }
        let steps = Int(max(abs(to.x - from.x), abs(to.y - from.y)).rounded(.up))
        for step in stride(from: 0, through: steps, by: max(1, every)) {
            let part = steps == 0 ? 0 : Double(step) / Double(steps)
            dot(
                Int((from.x + (to.x - from.x) * part).rounded()), Int((from.y + (to.y - from.y) * part).rounded()),
                ink, sign: sign)
        }
    }

    /// Draws a filled circle, or its rim alone; without braille one character.
    /// - Parameter radius: in dots.
    mutating func circle(
        _ centre: Spot, radius: Double, _ ink: Ink, isFilled: Bool, sign: Unicode.Scalar
    ) {
        guard holds(centre) else { return }
        guard isBraille else { return dot(Int(centre.x.rounded()), Int(centre.y.rounded()), ink, sign: sign) }
        for y in Int(centre.y - radius)...Int(centre.y + radius + 1) {
            for x in Int(centre.x - radius)...Int(centre.x + radius + 1) {
                let (across, down) = (Double(x) - centre.x, Double(y) - centre.y)
                let away = (across * across + down * down).squareRoot()
                if away <= radius, isFilled || away > radius - 1 { dot(x, y, ink, sign: sign) }
            }
        }
    }

    /// Draws it into a rectangle.
    func draw(on canvas: inout Canvas, in rect: CellRect) {
        for index in dots.indices {
            let sign = signs[index] ?? (dots[index] == 0 ? nil : Unicode.Scalar(0x2800 + dots[index]))
            guard let sign else { continue }
            canvas.set(sign, in: rect, row: index / width, column: index % width, inks[index] ?? .faint)
        }
    }

    // MARK: clipping

    private func holds(_ spot: Spot) -> Bool {
        spot.x >= -1 && spot.y >= -1 && spot.x <= Double(columns) && spot.y <= Double(rows)
    }

    /// The part of a line that lies in the drawing, or a point beside it; nil: none (Liang and Barsky).
    private func clipped(_ from: Spot, _ to: Spot) -> (Spot, Spot)? {
        let delta = (x: to.x - from.x, y: to.y - from.y)
        guard delta.x.isFinite, delta.y.isFinite else { return nil }
        var part = (0.0, 1.0)
        for (step, room) in [
            (-delta.x, from.x + 1), (delta.x, Double(columns) - from.x), (-delta.y, from.y + 1),
            (delta.y, Double(rows) - from.y),
        ] {
            if step == 0 {
                guard room >= 0 else { return nil }
            } else if step < 0 {
                part.0 = max(part.0, room / step)
            } else {
                part.1 = min(part.1, room / step)
            }
        }
        guard part.0 <= part.1 else { return nil }
        func spot(_ part: Double) -> Spot {
            // Rounding must not carry the ends of a very long line away.
            (
                min(Double(columns), max(-1, from.x + delta.x * part)),
                min(Double(rows), max(-1, from.y + delta.y * part))
            )
        }
        return (spot(part.0), spot(part.1))
    }
}
