import WaldoCore

/// The panels of the controls: the first slider, the first joystick, and the others as rows.
extension Dashboard {
    func drawSlider(_ slider: ControlStatus, on canvas: inout Canvas, in rect: CellRect) {
        canvas.frame(rect, slider.name)
        let inside = rect.inside, shown = slider.shownValue
        SliderBar(shown, height: inside.height).draw(on: &canvas, in: inside.part(from: 1, width: 3))
        if let axis = slider.x { drawRanges([("", axis)], on: &canvas, in: rect) }
        let text = inside.part(from: 5, width: .max)
        let label = SliderLabel(slider.deflection.x)
        if let word = slider.x?.word, word != slider.name { canvas.put(word, in: text, .faint) }
        // The text stands beside the filled part of the bar: at the top for forward, at the bottom for backward. A held
        // position's stays where it is.
        var row =
            switch slider.holdsPosition ? .atRest : label {
            case .forward: 1
            case .atRest: (inside.height - 2) / 2
            case .backward: inside.height - 4
            }
        if !slider.isPlayed {
            canvas.put(label.word(slider.x), in: text, row: row, label == .atRest ? .strong : .goodBar)
            canvas.put(NumberText.fixed(slider.deflection.x), in: text, row: row + 1)
        }
        row += 2
        if let axis = slider.x {
            let whole = "= " + axis.numberAndUnit, isWhole = CellWidth.cells(whole) <= text.width
            canvas.put(isWhole ? whole : "= " + axis.number.text, in: text, row: row)
            if !isWhole { canvas.put(axis.unit, in: text, row: row + 1) }
        }
        if let reported = slider.x?.reported {
            canvas.put("at " + reported.text, in: text, row: row + 1)
        } else if slider.holdsPosition, slider.isAssumed {
            canvas.put("assumed", in: text, row: row + 1, .warning)
        }
        if slider.readiness == .off { drawOff(on: &canvas, in: rect, text, row: 1, column: 0) }
    }

    func drawJoystick(_ joystick: ControlStatus, on canvas: inout Canvas, in rect: CellRect) {
        // Where the upper edge has no space for both directions, the second is in the lower one, where ranges are.
        let titles = joystick.titles, whole = titles.joined(separator: ", ")
        let isWhole = CellWidth.cells(whole) + 5 <= rect.width
        canvas.frame(rect, isWhole ? whole : titles[0])
        drawRanges(joystick.axes.map { ($0.letter, $0.axis) }, on: &canvas, in: rect)
        if !isWhole, titles.count > 1 {
            let edge = rect.rows((rect.height - 1)..<rect.height).part(from: 0, width: rect.width - 1)
            canvas.put(
                " \(titles[1]) ", in: edge, column: max(1, edge.width - CellWidth.cells(titles[1]) - 2), .strong)
        }
        let inside = rect.inside
        let round = inside.part(from: 1, width: inside.height * 2)
        var disc = Disc(width: round.width, height: round.height, isBraille: style.hasBraille)
        disc.mark(stick: joystick.deflection)
        disc.mark(held: ControlStatus.Point(x: joystick.x?.normalised ?? 0, y: joystick.y?.normalised ?? 0))
        disc.draw(on: &canvas, in: round)
        let text = inside.part(from: round.width + 2, width: .max)
        let signs = style.hasBraille ? ("⣿⣿", "⠤⠤") : ("O", "+")
        var column = canvas.put(signs.0, in: text, .good)
        canvas.put("to arm", in: text, column: column + 1, .strong)
        for (row, (name, axis)) in zip(1..., [("x", joystick.x), ("y", joystick.y)]) {
            let number = axis.map(\.numberAndUnit) ?? "-", hasUnit = axis?.unit.isEmpty == false
            canvas.put(name, in: text, row: row, column: hasUnit ? 0 : 1)
            canvas.put(right(number, hasUnit ? 10 : 8), in: text, row: row, column: hasUnit ? 1 : 2, .strong)
        }
        let reported = [joystick.x, joystick.y].compactMap { $0?.reported.map(\.text) }
        if !reported.isEmpty {
            canvas.put("at " + reported.joined(separator: " "), in: text, row: 3, column: 1)
        } else if joystick.isAssumed {
            canvas.put("assumed", in: text, row: 3, column: 3, .warning)
        }
        column = canvas.put(signs.1, in: text, row: 5, .live)
        canvas.put("stick", in: text, row: 5, column: column + 1, .strong)
        for (row, (name, value)) in zip(6..., [("x", joystick.deflection.x), ("y", joystick.deflection.y)]) {
            canvas.put(name, in: text, row: row, column: 1)
            canvas.put(right(NumberText.fixed(value), 8), in: text, row: row, column: 2)
        }
        if joystick.readiness == .off { drawOff(on: &canvas, in: rect, text, row: 4, column: 3) }
    }

    /// The other controls, in a panel.
    func drawOthers(_ list: MeterList, on canvas: inout Canvas, in rect: CellRect) {
        canvas.frame(rect, "controls")
        list.draw(on: &canvas, in: rect.inside.part(from: 1, width: rect.width - 3))
    }

    /// The other controls, as a part of the lists.
    func drawOthersBelow(_ list: MeterList, on canvas: inout Canvas, in rect: CellRect) {
        canvas.rule(rect, "controls")
        list.draw(on: &canvas, in: rect.rows(1..<rect.height).part(from: 1, width: rect.width - 2))
    }

    /// Writes the ranges of channels into the lower edge of their panel, if they fit: `-100 to 100`.
    private func drawRanges(
        _ axes: [(letter: String, axis: ControlStatus.Axis)], on canvas: inout Canvas, in rect: CellRect
    ) {
        let ranges = axes.map { (letter: $0.letter, range: $0.axis.rangeText) }.filter { !$0.range.isEmpty }
        guard let first = ranges.first else { return }
        let areSame = ranges.count == axes.count && ranges.allSatisfy { $0.range == first.range }
        let text = areSame ? first.range : ranges.map { "\($0.letter) \($0.range)" }.joined(separator: ", ")
        guard text.utf8.count + 4 <= rect.width else { return }
        canvas.put(" \(text) ", in: rect, row: rect.height - 1, column: 1, .faint)
    }

    /// Marks a panel of a control that the profile in force does not have.
    private func drawOff(on canvas: inout Canvas, in rect: CellRect, _ text: CellRect, row: Int, column: Int) {
        canvas.put("off", in: text, row: row, column: column)
        canvas.paint(rect, .faint)
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
