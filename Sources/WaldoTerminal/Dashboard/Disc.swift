/// The joystick's disc in braille dots or ASCII, with the held position and the live deflection.
struct Disc {
    private typealias Dot = (x: Int, y: Int)

    /// The bits of a braille cell's dots, 2 columns by 4 rows, added to U+2800.
    private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    /// Radius of the held position's spot, in dots.
    private static let spot = 2.2

    private let width: Int, height: Int
    private let isBraille: Bool
    private var dots: [UInt32]
    private var inks: [Ink?]
    private var signs: [Unicode.Scalar?]

    /// Creates a disc that fills an area of cells, which should be twice as wide as high.
    init(width: Int, height: Int, isBraille: Bool) {
        (self.width, self.height, self.isBraille) = (max(0, width), max(0, height), isBraille)
        dots = [UInt32](repeating: 0, count: self.width * self.height)
        inks = [Ink?](repeating: nil, count: dots.count)
        signs = [Unicode.Scalar?](repeating: nil, count: dots.count)
        drawRim()
    }

    /// Marks the stick's deflection by a line from the centre; in ASCII, by a `+`.
    mutating func mark(stick point: DashboardView.Point) {
        let end = place(point)
        guard isBraille else { return mark(end, "+", .live) }
        let steps = max(1, Int(max(abs(end.x - centre.x), abs(end.y - centre.y)) * 2))
        for step in 0...steps {
            let part = Double(step) / Double(steps)
            dot(
                Int((centre.x + (end.x - centre.x) * part).rounded()),
                Int((centre.y + (end.y - centre.y) * part).rounded()), .live)
        }
    }

    /// Marks the position sent to the arm by a spot; in ASCII, by an `O`.
    mutating func mark(held point: DashboardView.Point) {
        let middle = place(point)
        guard isBraille else { return mark(middle, "O", .good) }
        for y in Int(middle.y - Self.spot)...Int(middle.y + Self.spot + 1) {
            for x in Int(middle.x - Self.spot)...Int(middle.x + Self.spot + 1) {
                let away = (Double(x) - middle.x, Double(y) - middle.y)
                if away.0 * away.0 + away.1 * away.1 <= Self.spot * Self.spot { dot(x, y, .good) }
            }
        }
    }

    /// Draws the disc into a place.
    func draw(on canvas: inout Canvas, in place: Place) {
        for index in dots.indices {
            let sign = signs[index] ?? (dots[index] == 0 ? nil : Unicode.Scalar(0x2800 + dots[index]))
            guard let sign else { continue }
            canvas.set(sign, in: place, row: index / width, column: index % width, inks[index] ?? .faint)
        }
    }

    // MARK: parts

    /// The size of the grid that is drawn on: braille dots, or cells in ASCII, which are twice as high as wide.
    private var grid: (width: Int, height: Int) { isBraille ? (width * 2, height * 4) : (width, height) }
    private var centre: (x: Double, y: Double) { (Double(grid.width - 1) / 2, Double(grid.height - 1) / 2) }

    private func place(_ point: DashboardView.Point) -> (x: Double, y: Double) {
        // At full deflection, most of the spot is still inside the disc.
        let edge = isBraille ? 1.0 : 0
        return (
            centre.x + point.x.asDeflection * (centre.x - edge), centre.y - point.y.asDeflection * (centre.y - edge)
        )
    }

    /// Draws the rim, and a cross through the centre.
    private mutating func drawRim() {
        guard width > 1, height > 1 else { return }
        // Half the rim's thickness in units of the radius: 0.55 dots, or 0.7 cells in ASCII, along the shorter axis.
        let thickness = 0.5 / min(centre.x, centre.y) * (isBraille ? 1.1 : 1.4)
        for y in 0..<grid.height {
            for x in 0..<grid.width {
                let away = ((Double(x) - centre.x) / centre.x, (Double(y) - centre.y) / centre.y)
                let isOnRim = abs((away.0 * away.0 + away.1 * away.1).squareRoot() - 1) <= thickness
                let isOnCross =
                    isBraille
                    ? abs(Double(y) - centre.y) < 1 && x % 4 == 1 && y % 2 == 0
                        || abs(Double(x) - centre.x) < 1 && y % 4 == 1 && x % 2 == 0
                    : x == Int(centre.x.rounded()) && y == Int(centre.y.rounded())
                guard isOnRim || isOnCross else { continue }
                if isBraille { dot(x, y, .faint) } else { mark((Double(x), Double(y)), ".", .faint) }
            }
        }
    }

    private mutating func dot(_ x: Int, _ y: Int, _ ink: Ink) {
        guard x >= 0, y >= 0, x < grid.width, y < grid.height else { return }
        let index = y / 4 * width + x / 2
        dots[index] |= Self.bits[y % 4][x % 2]
        inks[index] = ink
    }

    private mutating func mark(_ place: (x: Double, y: Double), _ sign: Unicode.Scalar, _ ink: Ink) {
        let x = Int(place.x.rounded()), y = Int(place.y.rounded())
        guard x >= 0, y >= 0, x < width, y < height else { return }
        let index = y * width + x
        // `@`: stick and held position share a cell.
        signs[index] = signs[index] == "+" && sign == "O" ? "@" : sign
        inks[index] = ink
    }
}
