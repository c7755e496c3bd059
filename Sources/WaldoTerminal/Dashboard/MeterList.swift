import WaldoCore

/// The controls that have no panel of their own as rows, in as many columns as there is space for, and below them one
/// line with the buttons and one that names the channels that no control moves.
struct MeterList {
    /// The width of a column that shows every part of a meter, and the blank cells between two columns.
    private static let columnWidth = 36, gap = 3

    /// The meters by controls: those of one joystick stand below one another.
    private let groups: [[Meter]]
    private let buttons: [ControlStatus]
    private let unmoved: [String]

    init(_ controls: [ControlStatus], buttons: [ControlStatus], unmoved: [String]) {
        self.buttons = buttons
        groups = controls.map(Meter.list).filter { !$0.isEmpty }
        self.unmoved = unmoved
    }

    var isEmpty: Bool { groups.isEmpty && buttons.isEmpty && unmoved.isEmpty }

    /// How many rows it takes in a rectangle of this width.
    func height(width: Int) -> Int {
        (columns(width: width).map(\.count).max() ?? 0) + (buttons.isEmpty ? 0 : 1) + (unmoved.isEmpty ? 0 : 1)
    }

    func draw(on canvas: inout Canvas, in rect: CellRect) {
        let columns = columns(width: rect.width)
        let width = (rect.width - Self.gap * (columns.count - 1)) / max(1, columns.count)
        let shares = MeterColumns(groups.flatMap(\.self), width: width)
        // A blank row between two meters where there is space; both axes of a joystick stay together.
        let step = groups.allSatisfy { $0.count == 1 } && 2 * height(width: rect.width) <= rect.height + 1 ? 2 : 1
        for (index, meters) in columns.enumerated() {
            let part = rect.part(from: index * (width + Self.gap), width: width)
            for (row, meter) in meters.enumerated() { meter.draw(on: &canvas, in: part, row: row * step, shares) }
        }
        var row = (columns.map(\.count).max() ?? 0) * step
        if !buttons.isEmpty {
            drawButtons(on: &canvas, in: rect, row: row)
            row += 1
        }
        guard !unmoved.isEmpty else { return }
        let end = canvas.put("no control moves", in: rect, row: row, .faint)
        canvas.put(unmoved.joined(separator: ", "), in: rect, row: row, column: end + 1)
    }

    private func drawButtons(on canvas: inout Canvas, in rect: CellRect, row: Int) {
        var column = canvas.put("actions", in: rect, row: row, .faint)
        for button in buttons {
            let ink: Ink = button.deflection.x != 0 ? .live : button.readiness == .ready ? .strong : .faint
            column = canvas.put(button.name, in: rect, row: row, column: column + 2, ink)
        }
    }

    /// The meters by columns, which have as few rows as possible.
    private func columns(width: Int) -> [[Meter]] {
        let count = groups.reduce(0) { $0 + $1.count },
            maxColumns = max(1, (width + Self.gap) / (Self.columnWidth + Self.gap))
        guard count > 0 else { return [] }
        for rows in ((count + maxColumns - 1) / maxColumns)..<count {
            let columns = columns(rows: rows)
            if columns.count <= maxColumns { return columns }
        }
        return [groups.flatMap(\.self)]
    }

    private func columns(rows: Int) -> [[Meter]] {
        var columns: [[Meter]] = [[]]
        for group in groups {
            if columns[columns.count - 1].count + group.count > rows, !columns[columns.count - 1].isEmpty {
                columns.append([])
            }
            columns[columns.count - 1] += group
        }
        return columns
    }
}
