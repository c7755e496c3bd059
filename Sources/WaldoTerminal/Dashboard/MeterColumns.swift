/// The widths of the parts of meters that stand below one another.
struct MeterColumns {
    static let noteWidth = 7
    private static let widestBar = 21, leastBar = 5, numbers = 5...12

    let name: Int, bar: Int, number: Int
    /// The column before the note.
    var note: Int { name + bar + number + 2 }

    /// Shares a width: the names are cut before the bar is smaller than its least width, and never to less than 6 cells.
    init(_ meters: [Meter], width: Int) {
        let widest = meters.map(\.number.utf8.count).max() ?? 0
        number = min(Self.numbers.upperBound, max(Self.numbers.lowerBound, widest))
        let rest = max(0, width - number - Self.noteWidth - 3)
        name = min(meters.map(\.nameWidth).max() ?? 0, max(rest - Self.leastBar, min(rest, 6)))
        let bar = min(Self.widestBar, rest - name)
        self.bar = bar < 3 ? 0 : bar - (bar + 1) % 2
    }
}
