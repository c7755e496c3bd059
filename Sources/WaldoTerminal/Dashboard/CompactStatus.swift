internal import WaldoCore

/// A drive in a few rows of text: for a terminal too small for the dashboard, and for what is left on the screen
/// afterwards.
struct CompactStatus {
    /// The column of the values, after their labels.
    private static let valueColumn = 10
    /// Half the width of the slider's bar, in cells.
    private static let barHalf = 10

    var columns: Int
    var style: TerminalStyle

    /// The rows, the most important first.
    func rows(_ view: DashboardView) -> [CellRow] { banners(view) + body(view) }

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
        if let gate = view.gateText { row.add("WAITING: \(gate) | ") }
        row.add("slider \(NumberText.fixed(view.slider.value)) ")
        row.add(view.slider.label.rawValue, view.slider.label.ink)
        row.add(" | ")
        addPosition(view, to: &row)
        row.add(" | link ")
        addLink(view, to: &row)
        return row
    }

    private func row() -> CellRow { CellRow(columns: columns, style: style) }

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
        if let gate = view.gateText { banner("WAITING", gate, .warningBar) }
        return rows
    }

    private func body(_ view: DashboardView) -> [CellRow] {
        var rows: [CellRow] = []
        func labelled(_ label: String, _ fill: (inout CellRow) -> Void) {
            var row = row()
            row.add(label)
            row.tab(to: Self.valueColumn)
            fill(&row)
            rows.append(row)
        }
        if let end = view.endText { labelled("ended") { $0.add(end, .strong) } }
        labelled("link") { addLink(view, to: &$0) }
        labelled("slider") { row in
            row.add(bar(view.slider.value) + " " + NumberText.fixed(view.slider.value) + " ")
            row.add(view.slider.label.rawValue, view.slider.label.ink)
        }
        labelled("joystick") { row in
            addPosition(view, to: &row)
            row.add("  stick \(NumberText.fixed(view.deflection.x)) \(NumberText.fixed(view.deflection.y))")
        }
        labelled("input") { row in
            if let name = view.inputName { row.add(name) } else { row.add("none", .bad) }
            if !view.mappingName.isEmpty { row.add("  (\(view.mappingName))") }
        }
        labelled("last") { $0.add(view.frames.last.map { Self.shown($0.frame) } ?? "nothing yet") }
        let keys = (view.terminalKeys + view.controls).map(\.short)
        if !keys.isEmpty, view.endText == nil { labelled("keys") { $0.add(keys.joined(separator: "  ")) } }
        return rows
    }

    // MARK: parts

    private func addLink(_ view: DashboardView, to row: inout CellRow) {
        row.add(view.link.phase.word, view.link.phase.ink)
        let parts = [view.link.name, view.link.address, view.link.detail].filter { !$0.isEmpty }
        if !parts.isEmpty { row.add("  " + parts.joined(separator: " ")) }
    }

    private func addPosition(_ view: DashboardView, to row: inout CellRow) {
        let numbers = [("x", view.zx), ("y", view.zy)].compactMap { name, number in
            number.map { "\(name) \(NumberText.decimal($0))" }
        }
        guard !numbers.isEmpty else { return row.add("no position") }
        row.add(numbers.joined(separator: "  "))
        if view.isAssumed { row.add("  assumed", .warning) }
    }

    /// The slider's value as a bar, backward to the left: `[-----####|----------]`.
    private func bar(_ value: Double) -> String {
        let filled = Int((value.asDeflection * Double(Self.barHalf)).rounded())
        func half(_ count: Int) -> (filled: String, empty: String) {
            (String(repeating: "#", count: count), String(repeating: "-", count: Self.barHalf - count))
        }
        let behind = half(max(0, -filled)), ahead = half(max(0, filled))
        return "[" + behind.empty + behind.filled + "|" + ahead.filled + ahead.empty + "]"
    }

    /// A frame in hexadecimal, and also as text if all its bytes are printable.
    static func shown(_ frame: Frame) -> String {
        NumberText.hex(frame) + (NumberText.text(frame).map { "  \"\($0)\"" } ?? "")
    }
}

extension DashboardView.Slider.Label {
    var ink: Ink { self == .stopped ? .plain : .good }
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
