import WaldoCore

/// The panel of the arm's hand in space.
extension Dashboard {
    /// The least panel, and the cells that the lists beside it keep.
    private static let leastHand = (width: 34, height: 6), listsBeside = 46
    /// The shortest bar of the scale, in cells, and the cells of its ends and its length.
    private static let leastBar = 2.0, barText = 12

    /// Divides a rectangle among the lists and, to the right, the hand; nil: there is no space for it.
    func split(_ rect: CellRect) -> (lists: CellRect, hand: CellRect)? {
        // More than a third of a wide terminal is the lists': their rows are whole.
        let limit = rect.width - max(Self.listsBeside, rect.width * 7 / 20)
        guard limit >= Self.leastHand.width, rect.height >= Self.leastHand.height else { return nil }
        // Two views, each twice as many cells wide as high.
        let width = min(limit, max(Self.leastHand.width, 4 * (rect.height - 3) + 4))
        return (
            rect.part(from: 0, width: rect.width - width), rect.part(from: rect.width - width, width: width)
        )
    }

    func drawHand(_ arm: ArmShown, _ scale: HandScale, on canvas: inout Canvas, in rect: CellRect) {
        canvas.frame(rect, "hand")
        let text = HandText(arm: arm), inside = rect.inside
        let top = rect.rows(0..<1).part(from: 0, width: rect.width - 1)
        canvas.put(" \(text.position) ", in: top, column: max(8, top.width - text.position.utf8.count - 3), .strong)
        let drawing = HandDrawing(arm, scale, isBraille: style.hasBraille)
        let size = drawing.draw(
            on: &canvas, in: inside.rows(0..<(inside.height - 1)).part(from: 0, width: inside.width))
        var column = 1
        for part in text.state {
            column = canvas.put(part.text, in: inside, row: inside.height - 1, column: column, part.ink) + 2
        }
        let bottom = rect.rows((rect.height - 1)..<rect.height).part(from: 0, width: rect.width - 1)
        let words = text.assumption.map { CellWidth.cells($0.text) + 3 } ?? 0
        let limit = min(inside.width / 3, bottom.width - words - Self.barText)
        drawBar(cells: size, limit: max(1, limit), on: &canvas, in: bottom)
        let legend = style.isUnicode ? "dotted: commanded, solid: simulated" : ""
        if arm.lag != nil, column + legend.count + 1 <= inside.width {
            canvas.put(legend, in: inside, row: inside.height - 1, column: inside.width - legend.count - 1, .faint)
        }
        if let (words, ink) = text.assumption { canvas.put(" \(words) ", in: bottom, column: 1, ink) }
    }

    /// Draws the scale's bar at the right end of a rectangle: a round length, drawn as long as it is in the views.
    /// - Parameter cells: cells to a metre.
    private func drawBar(cells: Double, limit: Int, on canvas: inout Canvas, in rect: CellRect) {
        guard cells > 0 else { return }
        var length = HandScale.below(Double(max(1, limit / 2)) / cells)
        if length * cells < Self.leastBar { length = HandScale.below(Double(limit) / cells) }
        let count = max(1, min(limit, Int((length * cells).rounded())))
        let signs = style.isUnicode ? ("├", "─", "┤") : ("|", "-", "|")
        let bar = signs.0 + String(repeating: signs.1, count: count - 1) + signs.2
        let text = " \(bar) \(HandText.length(length)) "
        canvas.put(text, in: rect, column: max(0, rect.width - 1 - CellWidth.cells(text)))
    }
}
