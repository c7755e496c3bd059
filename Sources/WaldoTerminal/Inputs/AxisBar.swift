import WaldoCore

/// An axis on its range, with its rest and its dead zone, in steps of half a cell where there are such characters.
struct AxisBar {
    private let axis: InputView.Axis

    init(_ axis: InputView.Axis) { self.axis = axis }

    /// Draws it: filled from the rest to the number; an axis that nothing reads has a mark at its number.
    func draw(on canvas: inout Canvas, in rect: CellRect, row: Int, column: Int, width: Int) {
        guard width > 0 else { return }
        let isUnicode = canvas.style.isUnicode, halves = 2 * width
        let filled = filled(halves), zone = axis.deadZone.map { span($0.lowerBound, $0.upperBound, halves) } ?? 0..<0
        let rest = axis.rest.map { half($0, halves) / 2 }, ink: Ink = isInZone ? .faint : .live
        for cell in 0..<width {
            let left = filled.contains(2 * cell), right = filled.contains(2 * cell + 1)
            let isZone = zone.contains(2 * cell) || zone.contains(2 * cell + 1)
            let sign: Unicode.Scalar =
                switch (left, right) {
                case (true, true): isUnicode ? "█" : "#"
                case (true, false): isUnicode ? "▌" : "#"
                case (false, true): isUnicode ? "▐" : "#"
                case (false, false) where cell == rest: isUnicode ? "│" : "|"
                case (false, false) where isZone: isUnicode ? "─" : "-"
                case (false, false): isUnicode ? "░" : ":"
                }
            canvas.set(sign, in: rect, row: row, column: column + cell, left || right ? ink : .faint)
        }
    }

    private var isInZone: Bool { axis.deadZone?.contains(Double(axis.raw)) ?? false }

    /// The half cell of a number, counted from the left.
    private func half(_ number: Double, _ halves: Int) -> Int {
        let low = Double(axis.minimum), high = Double(axis.maximum)
        guard low < high, number.isFinite else { return 0 }
        let part = max(0, min(1, (number - low) / (high - low)))
        return Int((part * Double(halves - 1)).rounded())
    }

    private func span(_ from: Double, _ to: Double, _ halves: Int) -> Range<Int> {
        let ends = [half(from, halves), half(to, halves)].sorted()
        return ends[0]..<(ends[1] + 1)
    }

    private func filled(_ halves: Int) -> Range<Int> {
        guard axis.minimum < axis.maximum else { return 0..<0 }
        let raw = Double(axis.raw)
        guard let rest = axis.rest else { return span(raw, raw, halves) }
        // Half a unit beside the rest is rest, too.
        return (raw - rest).magnitude <= 0.5 ? 0..<0 : span(rest, raw, halves)
    }
}
