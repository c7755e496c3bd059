import WaldoCore

/// One channel of a control as a row of text: its name, a small bar, its number, a word on its state, and its range.
struct Meter {
    let name: String
    /// Which axis of a stick it is: x, y, or the direction of the hand; empty: the name says it.
    let letter: String
    let number: String
    /// The channel's name, unless the control has the same; empty: none.
    let channel: String
    private let deflection: Double
    private let bar: MeterBar
    private let readiness: ControlStatus.Readiness
    private let isMovedByHand: Bool, isAssumed: Bool
    private let reported: String?
    /// The ends of its range: `0 to 180`; empty: not known.
    private let range: String

    /// The rows of a control: one for each axis that moves a channel.
    static func list(_ control: ControlStatus) -> [Meter] {
        control.axes.map { letter, deflection, axis in
            let isItself = control.isNamedByChannels, isHand = !letter.isEmpty && !axis.unit.isEmpty
            return Meter(
                name: isItself ? axis.word : control.name, letter: isItself ? "" : isHand ? axis.word : letter,
                number: axis.numberAndUnit,
                channel: isItself || isHand || axis.word == control.name ? "" : axis.word, deflection: deflection,
                bar: MeterBar(axis.isPosition ? axis.normalised : deflection, isPosition: axis.isPosition),
                readiness: control.readiness, isMovedByHand: control.isMovedByHand,
                isAssumed: axis.isPosition && axis.isAssumed,
                reported: axis.reported.map(\.text), range: axis.rangeText)
        }
    }

    /// The cells of the whole name: "left x".
    var nameWidth: Int { CellWidth.cells(name) + (letter.isEmpty ? 0 : 1 + letter.utf8.count) }

    /// The cells of the word on its state.
    var noteWidth: Int { reported.map { 3 + $0.utf8.count } ?? 0 }

    /// The cells of its range.
    var rangeWidth: Int { range.utf8.count }

    /// Draws it into a row of a rectangle.
    func draw(on canvas: inout Canvas, in rect: CellRect, row: Int, _ columns: MeterColumns) {
        let letters = letter.isEmpty ? 0 : 1 + letter.utf8.count
        let end = canvas.put(name, in: rect.part(from: 0, width: columns.name - letters), row: row)
        canvas.put(letter, in: rect, row: row, column: end + 1)
        var column = columns.name + 1
        if columns.channel > 0 {
            let names = rect.part(from: 0, width: column + columns.channel)
            canvas.put(channel, in: names, row: row, column: column, .faint)
            column += columns.channel + 1
        }
        bar.draw(on: &canvas, in: rect, row: row, column: column, width: columns.bar)
        column += columns.bar
        // A held position moves this way now.
        if deflection != 0 { canvas.put(deflection > 0 ? ">" : "<", in: rect, row: row, column: column, .live) }
        column += 1 + max(0, columns.number - number.utf8.count)
        column = canvas.put(number, in: rect.part(from: 0, width: columns.note), row: row, column: column, .strong)
        if let (word, ink) = note { canvas.put(word, in: rect, row: row, column: columns.note + 1, ink) }
        if columns.range > 0 { canvas.put(range, in: rect, row: row, column: columns.end + 1, .faint) }
        if readiness == .off {
            canvas.paint(rect.rows(row..<(row + 1)).part(from: 0, width: columns.end), .faint)
        }
    }

    private var note: (String, Ink)? {
        switch readiness {
        case .off: ("off", .faint)
        case .held: ("let go", .warning)
        case .ready:
            reported.map { ("at \($0)", .plain) }
                ?? (isAssumed ? ("assumed", .warning) : isMovedByHand ? ("by hand", .faint) : nil)
        }
    }
}

extension ControlStatus.Axis {
    /// The ends of its travel or range: `-100 to 100`; empty: not known.
    var rangeText: String {
        guard let range else { return "" }
        let ends = travel.map { [$0.lowerBound, $0.upperBound] } ?? [range.low, range.high]
        return ends.map { ChannelNumber($0, decimals: range.decimals).text }.joined(separator: " to ")
    }
}
