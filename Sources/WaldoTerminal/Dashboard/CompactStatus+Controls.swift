import WaldoCore

/// The controls in a few rows of text.
extension CompactStatus {
    /// Half the width of a slider's bar, in cells, and the cells that its ends and what follows it take.
    private static let barHalf = 2...10, besideBar = 15

    /// The profile in force and the precision; nil without them.
    func mode(_ view: DashboardView) -> String? {
        let parts = [
            view.profile.isEmpty ? nil : "profile \(view.profile)", view.precision.map { "precise \($0) %" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "  ")
    }

    /// A control in a row of its own, after its name.
    func add(_ control: ControlStatus, to row: inout CellRow) {
        switch control.kind {
        case .slider, .button, .joint:
            let room = (columns - row.end - Self.besideBar) / 2
            let half = min(Self.barHalf.upperBound, max(Self.barHalf.lowerBound, room))
            row.add(bar(control.shownValue, half: half) + " ")
            if control.holdsPosition {
                addNumbers(control, to: &row)
                if !control.isPlayed, control.deflection.x != 0 {
                    row.add("  \(NumberText.fixed(control.deflection.x)) ")
                }
            } else {
                if let axis = control.x, !axis.unit.isEmpty { row.add(axis.numberAndUnit + "  ") }
                row.add(NumberText.fixed(control.deflection.x) + " ")
            }
            if !control.isPlayed, !control.holdsPosition || control.deflection.x != 0 { addLabel(control, to: &row) }
        case .joystick:
            addNumbers(control, to: &row)
            let axes = control.axes
            let stick = axes.isEmpty ? [control.deflection.x, control.deflection.y] : axes.map(\.deflection)
            let text = "  stick " + stick.map(NumberText.fixed).joined(separator: " ")
            if row.end + text.utf8.count <= columns { row.add(text) }
        }
        if control.readiness == .off { row.add("  off", .faint) }
    }

    /// Controls that share rows, each by its name and numbers; none of them is cut unless it is longer than a row.
    func packed(_ controls: [ControlStatus]) -> [CellRow] {
        var rows: [CellRow] = []
        for control in controls {
            var alone = row()
            addShort(control, to: &alone)
            guard var last = rows.popLast() else {
                rows.append(alone)
                continue
            }
            if last.end + 2 + alone.end <= columns {
                last.add("  ")
                addShort(control, to: &last)
                rows.append(last)
            } else {
                rows += [last, alone]
            }
        }
        return rows
    }

    /// A control's name and its numbers; one that is an assumption has a question mark.
    func addShort(_ control: ControlStatus, to row: inout CellRow) {
        row.add(control.name)
        for (_, _, axis) in control.axes {
            let word = axis.unit.isEmpty || axis.word == control.name ? "" : axis.word + " "
            row.add(" " + word + axis.numberAndUnit)
            if axis.isPosition, axis.isAssumed, axis.reported == nil { row.add("?", .warning) }
        }
        if control.readiness == .off { row.add(" off", .faint) }
    }

    func addLabel(_ slider: ControlStatus, to row: inout CellRow) {
        let label = SliderLabel(slider.deflection.x)
        row.add(label.word(slider.x), label.ink)
    }

    /// The numbers of its channels: `x -37  y -12`, or `120`.
    func addNumbers(_ control: ControlStatus, to row: inout CellRow) {
        let numbers = control.axes.map { letter, _, axis in
            (letter.isEmpty ? "" : (axis.unit.isEmpty ? letter : axis.word) + " ") + axis.numberAndUnit
        }
        guard !numbers.isEmpty else { return row.add("no position") }
        row.add(numbers.joined(separator: "  "))
        // What the arm reports is no assumption.
        let isReported = control.axes.contains { $0.axis.reported != nil }
        if control.isAssumed, !isReported, control.holdsPosition || control.kind == .joystick {
            row.add("  assumed", .warning)
        }
    }

    /// A slider's value as a bar, backward to the left: `[-----####|----------]`.
    private func bar(_ value: Double, half: Int) -> String {
        let filled = Int((value.asDeflection * Double(half)).rounded())
        func side(_ count: Int) -> (filled: String, empty: String) {
            (String(repeating: "#", count: count), String(repeating: "-", count: half - count))
        }
        let negative = side(max(0, -filled)), positive = side(max(0, filled))
        return "[" + negative.empty + negative.filled + "|" + positive.filled + positive.empty + "]"
    }
}
