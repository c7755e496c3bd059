import WaldoCore

/// A drive in a few rows of text: for a terminal too small for the dashboard, and for what is left on the screen
/// afterwards.
struct CompactStatus {
    /// The column of the values, after their labels.
    private static let valueColumn = 10
    /// The most rows of keys.
    private static let keyRows = 4

    var columns: Int
    var style: TerminalStyle

    /// The rows, the most important first. Where they are more than `height`, controls share rows.
    func rows(_ view: DashboardView, upTo height: Int = .max) -> [CellRow] {
        let banner = banner(view)
        if view.showsHelp, view.status.endText == nil { return [banner] + help(view) }
        return [banner] + body(view, upTo: height - 1)
    }

    /// Everything that affects motion, in one row; or what the keys do.
    func oneRow(_ view: DashboardView) -> CellRow {
        var row = row()
        let transport = Banner(transport: view), state = state(view, from: CellWidth.cells(transport.word) + 1)
        row.add(transport.word, transport.ink)
        row.add(" ")
        row.add(state.word, state.ink)
        if view.showsHelp, view.status.endText == nil {
            row.add(" | ")
            let keys = KeyRows(view.liveKeys, columns: columns - row.end, height: 1).rows.first ?? []
            row.add(keys.map(\.short).joined(separator: "  "))
            return row
        }
        row.add(state.isFilled && state.ink != .goodBar && !state.text.isEmpty ? ": \(state.text) | " : " | ")
        if let mode = mode(view) { row.add("\(mode) | ") }
        if let alarms = view.survey?.alarmText, !alarms.isEmpty { row.add("ALARM \(alarms) | ") }
        let (slider, joystick, others) = view.parts
        if let slider {
            if slider.holdsPosition {
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

    /// Where the commands go, and what keeps the arm from moving; after the end, the former alone.
    private func banner(_ view: DashboardView) -> CellRow {
        var row = row()
        let transport = Banner(transport: view)
        if view.status.endText == nil || !view.status.transport.movesArm {
            row.add(transport.written, transport.ink)
            row.add(" ")
        }
        if view.status.endText == nil || view.status.halt == .stopped {
            var state = state(view, from: row.end)
            // What was latched at the end has to be known before the next drive.
            if view.status.endText != nil { state = Banner("STOPPED", "", .alarmBar) }
            row.add(state.written, state.ink)
            row.add(" \(state.text)")
        } else {
            row.add(" \(transport.text)")
        }
        return row
    }

    /// The state, with a text for the columns from here on.
    private func state(_ view: DashboardView, from column: Int) -> Banner {
        let word = Banner(state: view, columns: .max).written
        return Banner(state: view, columns: columns - column - CellWidth.cells(word) - 1)
    }

    /// What the keys do, as many in a row as there is space for.
    private func help(_ view: DashboardView) -> [CellRow] {
        var rows: [CellRow] = []
        for key in view.allKeys {
            let text = key.names.joined(separator: ", ") + " " + key.action
            if var last = rows.last, last.end + 3 + CellWidth.cells(text) <= columns {
                last.add("   " + text)
                rows[rows.count - 1] = last
            } else {
                var row = row()
                row.add(text)
                rows.append(row)
            }
        }
        return rows
    }

    private func body(_ view: DashboardView, upTo height: Int) -> [CellRow] {
        var rows: [CellRow] = []
        let (slider, joystick, others) = view.parts
        let first = [slider, joystick].compactMap(\.self)
        let ends = view.status.endText == nil ? 1 : 2
        let isWhole = ends + view.controls.count <= height
        let packed = isWhole ? [] : packed(others)
        let isPacked = !isWhole && !others.isEmpty && ends + first.count + packed.count > height
        let names = isPacked ? [] : (isWhole ? view.controls : first).map { CellWidth.cells($0.name) }
        let values = max(Self.valueColumn, min(columns / 2, (names.max() ?? 0) + 2))
        func labelled(_ label: String, at column: Int = Self.valueColumn, _ fill: (inout CellRow) -> Void) {
            var row = row()
            row.add(label)
            row.tab(to: column)
            fill(&row)
            rows.append(row)
        }
        if let end = view.status.endText { labelled("ended") { $0.add(end, .strong) } }
        labelled("link") { addLink(view, to: &$0) }
        if isPacked {
            rows += self.packed(first + others)
        } else {
            for control in isWhole ? first + others : first {
                labelled(control.name, at: values) { add(control, to: &$0) }
            }
            rows += packed
        }
        if !view.buttons.isEmpty {
            labelled("actions") { row in
                for button in view.buttons { row.add(button.name + "  ", button.deflection.x != 0 ? .live : .plain) }
            }
        }
        if !view.unmoved.isEmpty { labelled("unmoved") { $0.add(view.unmoved.joined(separator: "  ")) } }
        if let mode = mode(view) { labelled("mode") { $0.add(mode) } }
        let isEnded = view.status.endText != nil
        let free = max(1, min(Self.keyRows, height - rows.count - 1))
        let keys = isEnded ? [] : KeyRows(view.liveKeys, columns: columns - Self.valueColumn, height: free).rows
        // The keys that drive come before the hand and the last frame.
        func hasSpace(_ more: Int) -> Bool { rows.count + more + keys.count <= height }
        if let hand = view.hand, hasSpace(2) {
            labelled("hand") { $0.add(HandText(arm: hand).whole(cells: columns - $0.end)) }
        }
        if let survey = view.survey {
            var left = pieces(survey), label = "survey"
            repeat {
                // The input's row and the keys' come below it.
                let isLast = !hasSpace(3)
                labelled(label) { add(&left, to: &$0, isLast: isLast) }
                label = ""
            } while !left.isEmpty
        }
        labelled("input") { row in
            if let name = view.status.input.name { row.add(name) } else { row.add("none", .bad) }
            if let battery = view.status.input.battery { row.add("  \(battery.text)", battery.ink) }
            if !view.status.input.mapping.isEmpty { row.add("  (\(view.status.input.mapping))") }
        }
        if hasSpace(1) {
            labelled("last") { row in
                row.add(view.frames.last.map { Self.shown($0.frame, cells: columns - row.end) } ?? "nothing yet")
            }
        }
        for (index, keys) in keys.enumerated() {
            labelled(index == 0 ? "keys" : "") { $0.add(keys.map(\.short).joined(separator: "  ")) }
        }
        return rows
    }

    // MARK: parts

    private func addLink(_ view: DashboardView, to row: inout CellRow) {
        switch view.status.transport {
        case .shield, .serial: break
        case .simulated: row.add("simulated, ")
        case .override: return row.add("none: override", .warning)
        }
        row.add(view.status.link.phase.label, view.status.link.phase.ink)
        let status = view.status
        let shield = [status.shield?.name, status.shield?.address].compactMap(\.self).filter { !$0.isEmpty }
        let parts = [shield.joined(separator: " "), status.link.detail].filter { !$0.isEmpty }
        if !parts.isEmpty { row.add("  " + parts.joined(separator: ": ")) }
    }

    /// A frame in hexadecimal, and also as text if all its bytes are printable.
    static func shown(_ frame: Frame, cells: Int = .max) -> String {
        guard let text = SafeText.frame(frame.bytes) else { return NumberText.hex(frame, cells: cells) }
        return NumberText.hex(frame) + "  \"\(text)\""
    }
}
