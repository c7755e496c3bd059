import WaldoCore

/// An arm from the side (x to the right, z up) and from above (x to the right, y up), with its commanded and its
/// simulated pose.
///
/// The commanded pose is a dotted line with a ring at the hand, the simulated one a solid line with a spot: they are
/// told apart without colour.
struct HandDrawing {
    /// The cells of the gap between two views that stand side by side.
    private static let gap = 2
    /// Dots at each edge for what stands around a point.
    private static let margin = 2.0

    /// From so many rows of dots on, a drawing is large.
    private static let large = 64

    /// A view, and where it is on its sheet.
    struct View {
        let isFromAbove: Bool
        /// Points of the sheet to a metre.
        let size: Double
        /// The base's point, and how many times as high as wide a point is.
        let base: BrailleCanvas.Spot, stretch: Double

        func spot(_ point: ArmPoint) -> BrailleCanvas.Spot {
            (base.x + point.x * size, base.y - (isFromAbove ? point.y : point.z) * size / stretch)
        }
    }

    let arm: ArmShown
    let scale: HandScale
    let isBraille: Bool

    /// Creates a drawing that covers the arm in any case.
    init(_ arm: ArmShown, _ scale: HandScale, isBraille: Bool) {
        (self.arm, self.isBraille) = (arm, isBraille)
        var scale = scale
        scale.include(arm)
        self.scale = scale
    }

    /// Draws both views into a rectangle, beside one another or one above the other: whichever makes them larger.
    /// - Returns: cells to a metre.
    @discardableResult
    func draw(on canvas: inout Canvas, in rect: CellRect) -> Double {
        let half = (rect.width - Self.gap) / 2, upper = rect.height / 2
        let beside = (
            rect.part(from: 0, width: half), rect.part(from: rect.width - half, width: half)
        )
        let below = (rect.rows(0..<upper), rect.rows(upper..<rect.height))
        let sizes = [beside, below].map { min(dots($0.0, isFromAbove: false), dots($0.1, isFromAbove: true)) }
        let (views, size) = sizes[0] >= sizes[1] ? (beside, sizes[0]) : (below, sizes[1])
        guard size > 0 else { return 0 }
        draw(isFromAbove: false, size, on: &canvas, in: views.0)
        draw(isFromAbove: true, size, on: &canvas, in: views.1)
        return isBraille ? size / 2 : size
    }

    // MARK: scale

    /// The most points to a metre with which a view fits into a rectangle.
    private func dots(_ rect: CellRect, isFromAbove: Bool) -> Double {
        let sheet = BrailleCanvas(width: rect.width, height: rect.height, isBraille: isBraille)
        let margin = isBraille ? Self.margin : 0
        let width = Double(sheet.columns - 1) - 2 * margin
        let height = (Double(sheet.rows - 1) - 2 * margin) * sheet.stretch
        return min(width / (2 * scale.extent), height / (scale.extent + depth(isFromAbove)))
    }

    private func depth(_ isFromAbove: Bool) -> Double { isFromAbove ? scale.extent : scale.depth }

    // MARK: views

    private func draw(isFromAbove: Bool, _ size: Double, on canvas: inout Canvas, in rect: CellRect) {
        var sheet = BrailleCanvas(width: rect.width, height: rect.height, isBraille: isBraille)
        let depth = depth(isFromAbove)
        // What is left of the height stands above and below in equal parts.
        let rest = Double(sheet.rows - 1) - (scale.extent + depth) * size / sheet.stretch
        let ground = Double(sheet.rows - 1) - rest / 2 - depth * size / sheet.stretch
        let view = View(
            isFromAbove: isFromAbove, size: size, base: (Double(sheet.columns - 1) / 2, ground), stretch: sheet.stretch)
        drawAxes(view, on: &sheet)
        for region in arm.regions { drawRegion(region, in: view, on: &sheet) }
        let isAlone = arm.simulated.isEmpty
        if let base = (isAlone ? arm.commanded : arm.simulated).first { drawBase(view, at: base, on: &sheet) }
        chain(arm.commanded.map(view.spot), isAlone ? .good : .faint, isDotted: true, on: &sheet)
        chain(arm.simulated.map(view.spot), .strong, isDotted: false, on: &sheet)
        drawLimits(view, on: &sheet)
        sheet.draw(on: &canvas, in: rect)
        canvas.put(isFromAbove ? "top" : "side", in: rect, row: rect.height - 1, .faint)
    }

    /// Draws the ground, or both axes from above.
    private func drawAxes(_ view: View, on sheet: inout BrailleCanvas) {
        let right = Double(sheet.columns - 1), bottom = Double(sheet.rows - 1), base = view.base
        sheet.line((0, base.y), (right, base.y), .faint, every: isBraille ? 4 : 2, sign: "-")
        guard view.isFromAbove else { return }
        sheet.line((base.x, 0), (base.x, bottom), .faint, every: isBraille ? 4 : 2, sign: ":")
    }

    private func drawBase(_ view: View, at base: ArmPoint, on sheet: inout BrailleCanvas) {
        let spot = view.spot(base), y = spot.y + (isBraille && !view.isFromAbove ? 1 : 0)
        for x in isBraille ? [-2.0, -1, 0, 1, 2] : [0] {
            sheet.line((spot.x + x, y), (spot.x + x, y), .plain, sign: "^")
        }
    }

    private func chain(_ spots: [BrailleCanvas.Spot], _ ink: Ink, isDotted: Bool, on sheet: inout BrailleCanvas) {
        // A large drawing's pieces are as thick as that of a small one seem.
        let isLarge = isBraille && sheet.rows >= Self.large, offsets = isLarge && !isDotted ? [-1.0, 0, 1] : [0]
        for (from, to) in zip(spots, spots.dropFirst()) {
            for (x, y) in offsets.flatMap({ x in offsets.map { (x, $0) } }) {
                sheet.line(
                    (from.x + x, from.y + y), (to.x + x, to.y + y), ink, every: isDotted && isBraille ? 2 : 1,
                    sign: isDotted ? "." : "#")
            }
        }
        guard let hand = spots.last else { return }
        sheet.circle(
            hand, radius: (isDotted ? 2.3 : 1.6) * (isLarge ? 2 : 1), isDotted ? ink : .good, isFilled: !isDotted,
            sign: isDotted ? "o" : "@")
    }
}
