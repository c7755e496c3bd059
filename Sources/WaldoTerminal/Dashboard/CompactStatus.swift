internal import WaldoCore

/// A drive in a few rows of text: for a terminal too small for the dashboard, and for what is left on the screen
/// afterwards.
struct CompactStatus {
    /// The column of the values, after their labels.
    private static let valueColumn = 10

    var columns: Int
    var style: TerminalStyle

    /// The rows, the most important first. Where they are more than `height`, controls share rows.
    func rows(_ view: DashboardView, upTo height: Int = .max) -> [CellRow] {
        let banners = banners(view)
        return banners + body(view, upTo: height - banners.count)
    }

    /// Everything that affects motion, in one row.
    func oneRow(_ view: DashboardView) -> CellRow {
        var row = row()
        if view.isOverride {
            row.add("OVERRIDE", .warningBar)
            row.add(" ")
        }
        if view.isStopped {
            row.add("STOPPED", .alarmBar)
            row.add(" ")
        }
        if let gate = view.gate { row.add("WAITING: \(gate.text(columns: columns - row.end - 9)) | ") }
        if let mode = mode(view) { row.add("\(mode) | ") }
        if let alarms = view.survey?.alarmText, !alarms.isEmpty { row.add("ALARM \(alarms) | ") }
        let (slider, joystick, others) = view.parts
        if let slider {
            if slider.isPosition {
                row.add("\(slider.name) ")
                addNumbers(slider, to: &row)
            } else {
                row.add("\(slider.name) \(NumberText.fixed(slider.deflection.x)) ")
                addLabel(slider, to: &row)
            }
            row.add(" | ")
        }
        if let joystick {
            addNumbers(joystick, to: &row)
            row.add(" | ")
        }
        // The peripheral's name has less weight than the controls.
        for control in others {
            addShort(control, to: &row)
            row.add(" | ")
        }
        row.add("link ")
        addLink(view, to: &row)
        return row
    }

    func row() -> CellRow { CellRow(columns: columns, style: style) }

    private func banners(_ view: DashboardView) -> [CellRow] {
        var rows: [CellRow] = []
        func banner(_ word: String, _ text: String, _ ink: Ink) {
            var row = row()
            row.add(" \(word) ", ink)
            row.tab(to: Self.valueColumn + 1)
            row.add(text)
            rows.append(row)
        }
        if view.isOverride { banner("OVERRIDE", "nothing is transmitted", .warningBar) }
        if view.isStopped { banner("STOPPED", view.resumeText, .alarmBar) }
        if let gate = view.gate?.text(columns: columns - Self.valueColumn - 1) { banner("WAITING", gate, .warningBar) }
        return rows
    }

    private func body(_ view: DashboardView, upTo height: Int) -> [CellRow] {
        var rows: [CellRow] = []
        let (slider, joystick, others) = view.parts
        let first = [slider, joystick].compactMap(\.self)
        let ends = view.endText == nil ? 1 : 2
        let isWhole = ends + view.controls.count <= height
        let packed = isWhole ? [] : packed(others)
        let isPacked = !isWhole && !others.isEmpty && ends + first.count + packed.count > height
        let names = isPacked ? [] : (isWhole ? view.controls : first).map { CellWidth.cells($0.name) }
        let values = max(Self.valueColumn, min(columns / 2, (names.max() ?? 0) + 2))
        func labelled(_ label: String, _ fill: (inout CellRow) -> Void) {
            var row = row()
            row.add(label)
            row.tab(to: values)
            fill(&row)
            rows.append(row)
        }
        if let end = view.endText { labelled("ended") { $0.add(end, .strong) } }
        labelled("link") { addLink(view, to: &$0) }
        if isPacked {
            rows += self.packed(first + others)
        } else {
            for control in isWhole ? first + others : first { labelled(control.name) { add(control, to: &$0) } }
            rows += packed
        }
        if !view.buttons.isEmpty {
            labelled("actions") { row in
                for button in view.buttons { row.add(button.name + "  ", button.isPressed ? .live : .plain) }
            }
        }
        if !view.unmoved.isEmpty { labelled("unmoved") { $0.add(view.unmoved.joined(separator: "  ")) } }
        if let mode = mode(view) { labelled("mode") { $0.add(mode) } }
        if let survey = view.survey { labelled("survey") { add(survey, to: &$0) } }
        labelled("input") { row in
            if let name = view.inputName { row.add(name) } else { row.add("none", .bad) }
            if !view.mappingName.isEmpty { row.add("  (\(view.mappingName))") }
        }
        labelled("last") { $0.add(view.frames.last.map { Self.shown($0.frame) } ?? "nothing yet") }
        let keys = (view.terminalKeys + view.mappedKeys).map(\.short)
        if !keys.isEmpty, view.endText == nil { labelled("keys") { $0.add(keys.joined(separator: "  ")) } }
        return rows
    }

    // MARK: parts

    private func addLink(_ view: DashboardView, to row: inout CellRow) {
        row.add(view.link.phase.word, view.link.phase.ink)
        let parts = [view.link.name, view.link.address, view.link.detail].filter { !$0.isEmpty }
        if !parts.isEmpty { row.add("  " + parts.joined(separator: " ")) }
    }

    /// A frame in hexadecimal, and also as text if all its bytes are printable.
    static func shown(_ frame: Frame) -> String {
        NumberText.hex(frame) + (NumberText.text(frame).map { "  \"\($0)\"" } ?? "")
    }
}

extension DashboardView.Link.Phase {
    /// The phase as it is shown: in capitals where motion is at risk.
    var word: String {
        switch self {
        case .stalled: "STALLED"
        case .lost: "LOST"
        case .waiting, .scanning, .connecting, .connected, .none: rawValue
        }
    }

    var ink: Ink {
        switch self {
        case .connected: .good
        case .waiting, .scanning, .connecting, .none: .warning
        case .stalled, .lost: .bad
        }
    }
}

extension DashboardView.KeyHelp {
    /// A key and its action, as in `W forward`.
    var short: String { (names.first ?? "") + " " + action }
}

extension Double {
    /// The value limited to -1...+1; 0 if it is not finite.
    var asDeflection: Double { isFinite ? Swift.max(-1, Swift.min(1, self)) : 0 }
}
