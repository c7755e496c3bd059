import WaldoCore

/// The joystick's disc in braille dots or ASCII, with the held position and the live deflection.
struct Disc {
    /// Radius of the held position's spot, in dots.
    private static let spot = 2.2

    private var sheet: BrailleCanvas
    /// The cell of the stick without braille.
    private var stick: (x: Int, y: Int)?

    /// Creates a disc that fills an area of cells, which should be twice as wide as high.
    init(width: Int, height: Int, isBraille: Bool) {
        sheet = BrailleCanvas(width: width, height: height, isBraille: isBraille)
        drawRim()
    }

    /// Marks the stick's deflection by a line from the centre; in ASCII, by a `+`.
    mutating func mark(stick point: ControlStatus.Point) {
        let end = spot(point)
        guard !sheet.isBraille else { return sheet.line(centre, end, .live, sign: "+") }
        let cell = (x: Int(end.x.rounded()), y: Int(end.y.rounded()))
        sheet.dot(cell.x, cell.y, .live, sign: "+")
        stick = cell
    }

    /// Marks the position sent to the arm by a spot; in ASCII, by an `O`, or `@` where the stick is in the same cell.
    mutating func mark(held point: ControlStatus.Point) {
        let middle = spot(point)
        let isShared = stick.map { $0.x == Int(middle.x.rounded()) && $0.y == Int(middle.y.rounded()) } ?? false
        sheet.circle(middle, radius: Self.spot, .good, isFilled: true, sign: isShared ? "@" : "O")
    }

    /// Draws the disc into a rectangle.
    func draw(on canvas: inout Canvas, in rect: CellRect) { sheet.draw(on: &canvas, in: rect) }

    // MARK: parts

    private var centre: BrailleCanvas.Spot { (Double(sheet.columns - 1) / 2, Double(sheet.rows - 1) / 2) }

    private func spot(_ point: ControlStatus.Point) -> BrailleCanvas.Spot {
        // At full deflection, most of the spot is still inside the disc.
        let edge = sheet.isBraille ? 1.0 : 0
        return (
            centre.x + point.x.asDeflection * (centre.x - edge), centre.y - point.y.asDeflection * (centre.y - edge)
        )
    }

    /// Draws the rim, and a cross through the centre.
    private mutating func drawRim() {
        guard sheet.width > 1, sheet.height > 1 else { return }
        // Half the rim's thickness in units of the radius: 0.55 dots, or 0.7 cells in ASCII, along the shorter axis.
        let thickness = 0.5 / min(centre.x, centre.y) * (sheet.isBraille ? 1.1 : 1.4)
        for y in 0..<sheet.rows {
            for x in 0..<sheet.columns {
                let away = ((Double(x) - centre.x) / centre.x, (Double(y) - centre.y) / centre.y)
                let isOnRim = abs((away.0 * away.0 + away.1 * away.1).squareRoot() - 1) <= thickness
                if isOnRim || isOnCross(x, y) { sheet.dot(x, y, .faint, sign: ".") }
            }
        }
    }

    private func isOnCross(_ x: Int, _ y: Int) -> Bool {
        guard sheet.isBraille else { return x == Int(centre.x.rounded()) && y == Int(centre.y.rounded()) }
        return abs(Double(y) - centre.y) < 1 && x % 4 == 1 && y % 2 == 0
            || abs(Double(x) - centre.x) < 1 && y % 4 == 1 && x % 2 == 0
    }
}
