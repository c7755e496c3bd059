internal import WaldoCore

/// The panel of the arm's hand in space.
extension Dashboard {
    /// The least panel, and the cells that the lists beside it keep.
    private static let leastHand = (width: 34, height: 6), listsBeside = 46
    /// The shortest bar of the scale, in cells.
    private static let leastBar = 2.0

    /// Divides a place among the lists and, to the right, the hand; nil: there is no space for it.
    func split(_ place: Place) -> (lists: Place, hand: Place)? {
        let most = place.width - Self.listsBeside
        guard most >= Self.leastHand.width, place.height >= Self.leastHand.height else { return nil }
        // Two views, each twice as many cells wide as high.
        let width = min(most, max(Self.leastHand.width, 4 * (place.height - 3) + 4))
        return (
            place.part(from: 0, width: place.width - width), place.part(from: place.width - width, width: width)
        )
    }

    func drawHand(_ arm: ArmShown, _ scale: HandScale, on canvas: inout Canvas, in place: Place) {
        canvas.frame(place, "hand")
        let text = HandText(arm: arm), inside = place.inside
        let top = place.rows(0..<1).part(from: 0, width: place.width - 1)
        canvas.put(" \(text.place) ", in: top, column: max(8, top.width - text.place.utf8.count - 3), .strong)
        let drawing = HandDrawing(arm, scale, isBraille: style.hasBraille)
        let size = drawing.draw(
            on: &canvas, in: inside.rows(0..<(inside.height - 1)).part(from: 0, width: inside.width))
        var column = 1
        for part in text.state {
            column = canvas.put(part.text, in: inside, row: inside.height - 1, column: column, part.ink) + 2
        }
        let bottom = place.rows((place.height - 1)..<place.height).part(from: 0, width: place.width - 1)
        drawBar(cells: size, most: inside.width / 3, on: &canvas, in: bottom)
        let legend = style.isUnicode ? "dotted: commanded, solid: simulated" : ""
        if arm.lag != nil, column + legend.count + 1 <= inside.width {
            canvas.put(legend, in: inside, row: inside.height - 1, column: inside.width - legend.count - 1, .faint)
        }
        if let (words, ink) = text.assumption { canvas.put(" \(words) ", in: bottom, column: 1, ink) }
    }

    /// Draws the scale's bar at the right end of a place: a round length, drawn as long as it is in the views.
    /// - Parameter cells: cells to a metre.
    private func drawBar(cells: Double, most: Int, on canvas: inout Canvas, in place: Place) {
        guard cells > 0 else { return }
        var length = HandScale.below(Double(max(1, most / 2)) / cells)
        if length * cells < Self.leastBar { length = HandScale.below(Double(most) / cells) }
        let count = max(1, min(most, Int((length * cells).rounded())))
        let signs = style.isUnicode ? ("├", "─", "┤") : ("|", "-", "|")
        let bar = signs.0 + String(repeating: signs.1, count: count - 1) + signs.2
        let text = " \(bar) \(HandText.length(length)) "
        canvas.put(text, in: place, column: max(0, place.width - 1 - CellWidth.cells(text)))
    }
}
