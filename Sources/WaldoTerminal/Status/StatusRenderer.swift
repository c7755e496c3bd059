internal import WaldoCore

/// Makes a `StatusView` into rows of text: pure, and never wider or higher than the terminal.
struct StatusRenderer {
    /// Where values begin, behind their labels.
    private static let valueColumn = 10
    /// Half of the slider's bar.
    private static let barHalf = 10

    var size: TerminalSize
    var style: TerminalStyle

    /// The rows, the weightiest first. One only where the terminal has no room for more, or cannot redraw more.
    func rows(_ view: StatusView) -> [StatusRow] {
        // One row stays free for the line that is printed above.
        let room = size.rows - 1
        guard style.emphasis != .none, room >= 4 else { return [compact(view)] }
        return Array((banners(view) + body(view)).prefix(room))
    }

    private func row() -> StatusRow { StatusRow(columns: size.columns, style: style) }

    private func banners(_ view: StatusView) -> [StatusRow] {
        var rows: [StatusRow] = []
        func banner(_ word: String, _ text: String, _ emphasis: StatusRow.Emphasis) {
            var row = row()
            row.add(" \(word) ", emphasis)
            row.tab(to: Self.valueColumn + 1)
            row.add(text)
            rows.append(row)
        }
        if view.isOverride { banner("OVERRIDE", "nothing is transmitted", .loudWarning) }
        if view.isStopped { banner("STOPPED", view.resumeText, .alarm) }
        if let gate = view.gateText { banner("WAITING", gate, .loudWarning) }
        return rows
    }

    private func body(_ view: StatusView) -> [StatusRow] {
        var rows: [StatusRow] = []
        func labelled(_ label: String, _ fill: (inout StatusRow) -> Void) {
            var row = row()
            row.add(label)
            row.tab(to: Self.valueColumn)
            fill(&row)
            rows.append(row)
        }
        labelled("link") { addLink(view, to: &$0) }
        labelled("slider") { row in
            row.add(bar(view.slider.value) + " " + Self.fixed(view.slider.value) + " ")
            row.add(view.slider.label.rawValue, emphasis(of: view.slider.label))
        }
        labelled("joystick") { addJoystick(view, to: &$0) }
        labelled("input") { addInput(view, to: &$0) }
        labelled("last") { $0.add(view.lastFrame.map(Self.shown) ?? "nothing yet") }
        if !view.hint.isEmpty { labelled("keys") { $0.add(view.hint) } }
        return rows
    }

    /// Everything that bears on motion, in one row.
    private func compact(_ view: StatusView) -> StatusRow {
        var row = row()
        if view.isOverride {
            row.add("OVERRIDE", .loudWarning)
            row.add(" ")
        }
        if view.isStopped {
            row.add("STOPPED", .alarm)
            row.add(" ")
        }
        if let gate = view.gateText { row.add("WAITING: \(gate) | ") }
        row.add("slider \(Self.fixed(view.slider.value)) ")
        row.add(view.slider.label.rawValue, emphasis(of: view.slider.label))
        row.add(" | ")
        addPosition(view, to: &row)
        row.add(" | link ")
        addLink(view, to: &row)
        return row
    }

    // MARK: parts

    private func addLink(_ view: StatusView, to row: inout StatusRow) {
        // Under override there is no link to have a state.
        if view.isOverride {
            row.add("none", .warning)
        } else {
            switch view.link {
            case .up: row.add("up", .good)
            case .connecting: row.add("connecting", .warning)
            case .stalled: row.add("STALLED", .bad)
            case .down: row.add("DOWN", .bad)
            }
        }
        if !view.linkText.isEmpty { row.add("  " + view.linkText) }
    }

    private func addInput(_ view: StatusView, to row: inout StatusRow) {
        if let name = view.inputName { row.add(name) } else { row.add("LOST", .bad) }
        if !view.mappingName.isEmpty { row.add("  (\(view.mappingName))") }
    }

    private func addJoystick(_ view: StatusView, to row: inout StatusRow) {
        addPosition(view, to: &row)
        row.add("  stick \(Self.fixed(view.deflection.x)) \(Self.fixed(view.deflection.y))")
    }

    private func addPosition(_ view: StatusView, to row: inout StatusRow) {
        let numbers = [("x", view.zx), ("y", view.zy)].compactMap { name, number in
            number.map { "\(name) \(Self.decimal($0))" }
        }
        guard !numbers.isEmpty else { return row.add("no position") }
        row.add(numbers.joined(separator: "  "))
        if view.isAssumed { row.add("  assumed", .warning) }
    }

    private func emphasis(of label: StatusView.Slider.Label) -> StatusRow.Emphasis {
        label == .stopped ? .plain : .good
    }

    /// The slider's way, backward to the left: `[-----####|----------]`.
    private func bar(_ value: Double) -> String {
        let filled = Int((Self.clamped(value) * Double(Self.barHalf)).rounded())
        func half(_ count: Int) -> (filled: String, empty: String) {
            (String(repeating: "#", count: count), String(repeating: "-", count: Self.barHalf - count))
        }
        let behind = half(max(0, -filled))
        let ahead = half(max(0, filled))
        return "[" + behind.empty + behind.filled + "|" + ahead.filled + ahead.empty + "]"
    }

    /// A signed value of two decimals; what is no number is said to be none.
    static func fixed(_ value: Double) -> String {
        guard value.isFinite else { return "  ?  " }
        let hundredths = Int((min(99, max(-99, value)) * 100).rounded())
        let digits = String(hundredths.magnitude % 100)
        return (hundredths < 0 ? "-" : "+") + String(hundredths.magnitude / 100) + "."
            + (digits.utf8.count < 2 ? "0" : "") + digits
    }

    /// A number of a channel with its point in place.
    static func decimal(_ number: StatusView.Number) -> String {
        let decimals = max(0, min(6, number.decimals))
        let digits = String(number.value.magnitude)
        let sign = number.value < 0 ? "-" : ""
        guard decimals > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }

    /// The bytes of a frame in hexadecimal, and as text when all of them are printable.
    static func shown(_ frame: Frame) -> String {
        let bytes = frame.bytes
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        let isText = !bytes.isEmpty && bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
        return hex.joined(separator: " ") + (isText ? "  \"" + String(decoding: bytes, as: UTF8.self) + "\"" : "")
    }

    private static func clamped(_ value: Double) -> Double { value.isFinite ? max(-1, min(1, value)) : 0 }
}
