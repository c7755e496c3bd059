/// The slider as a vertical bar, forward upward, in steps of half a cell, with a tick in its middle.
struct SliderBar {
    /// The filled half cells, counted from the top of the bar.
    private let filled: Range<Int>
    private let height: Int

    /// Creates a bar of `height` cells for a value of -1...+1. Any value except 0 fills at least half a cell.
    init(_ value: Double, height: Int) {
        let value = value.asDeflection
        let length = value == 0 ? 0 : max(1, Int((abs(value) * Double(height)).rounded()))
        filled = value > 0 ? (height - length)..<height : height..<(height + length)
        self.height = height
    }

    /// Draws the bar into a rectangle.
    func draw(on canvas: inout Canvas, in rect: CellRect) {
        let isUnicode = canvas.style.isUnicode
        // The middle is between two cells, or in one.
        let middle: Unicode.Scalar =
            height.isMultiple(of: 2) ? canvas.style.hasBraille ? "▁" : "_" : isUnicode ? "─" : "-"
        for row in 0..<height {
            let upper = filled.contains(2 * row), lower = filled.contains(2 * row + 1)
            let sign: Unicode.Scalar =
                switch (upper, lower) {
                case (true, true): isUnicode ? "█" : "#"
                case (true, false): isUnicode ? "▀" : "#"
                case (false, true): isUnicode ? "▄" : "#"
                case (false, false) where row == (height - 1) / 2: middle
                case (false, false): isUnicode ? "░" : ":"
                }
            for column in 0..<rect.width {
                canvas.set(sign, in: rect, row: row, column: column, upper || lower ? .good : .faint)
            }
        }
    }
}
