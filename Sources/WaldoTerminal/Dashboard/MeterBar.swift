/// A small horizontal bar, in steps of half a cell where there are such characters. Its middle is zero.
struct MeterBar {
    private let value: Double
    private let isPosition: Bool

    /// Creates a bar for a value of -1...+1: a position is a mark at its place, a velocity fills the way from the
    /// middle.
    init(_ value: Double, isPosition: Bool) { (self.value, self.isPosition) = (value.asDeflection, isPosition) }

    /// Draws it into an odd number of cells.
    func draw(on canvas: inout Canvas, in rect: CellRect, row: Int, column: Int, width: Int) {
        let isUnicode = canvas.style.isUnicode, filled = filled(2 * width)
        for cell in 0..<width {
            let left = filled.contains(2 * cell), right = filled.contains(2 * cell + 1)
            let sign: Unicode.Scalar =
                switch (left, right) {
                case (true, true): isUnicode ? "█" : "#"
                case (true, false): isUnicode ? "▌" : "#"
                case (false, true): isUnicode ? "▐" : "#"
                case (false, false) where cell == width / 2: isUnicode ? "│" : "|"
                case (false, false): isUnicode ? "░" : ":"
                }
            canvas.set(sign, in: rect, row: row, column: column + cell, left || right ? .good : .faint)
        }
    }

    /// The filled half cells, counted from the left. The middle cell belongs to neither side of a velocity; any
    /// velocity except 0 fills at least half a cell.
    private func filled(_ halves: Int) -> Range<Int> {
        guard halves > 2 else { return 0..<0 }
        if isPosition {
            let start = Int(((value + 1) / 2 * Double(halves - 2)).rounded())
            return start..<(start + 2)
        }
        let side = halves / 2 - 1
        let length = value == 0 ? 0 : max(1, Int((abs(value) * Double(side)).rounded()))
        return value > 0 ? (side + 2)..<(side + 2 + length) : (side - length)..<side
    }
}
