/// The widths of the parts of meters that stand below one another.
struct MeterColumns {
    private static let leastNote = 7, widestBar = 21, leastBar = 5, leastBarBesideChannel = 7, leastBarBesideRange = 9
    private static let numbers = 5...12

    let name: Int, bar: Int, number: Int, noteWidth: Int
    /// The width of the channels' names; 0: they are not shown.
    let channel: Int
    /// The width of the ranges; 0: they are not shown.
    let range: Int
    /// The column before the note, and that behind it.
    var note: Int { name + (channel > 0 ? channel + 1 : 0) + bar + number + 2 }
    var end: Int { note + 1 + noteWidth }

    /// Shares a width: the names are cut before the bar is smaller than its least width, and never to less than 6
    /// cells. The channels' names, and behind all else the ranges, are there only if there is space for all of them.
    init(_ meters: [Meter], width: Int) {
        let widest = meters.map(\.number.utf8.count).max() ?? 0
        number = min(Self.numbers.upperBound, max(Self.numbers.lowerBound, widest))
        noteWidth = max(Self.leastNote, meters.map(\.noteWidth).max() ?? 0)
        let rest = max(0, width - number - noteWidth - 3)
        name = min(meters.map(\.nameWidth).max() ?? 0, max(rest - Self.leastBar, min(rest, 6)))
        let channels = meters.map { CellWidth.cells($0.channel) }.max() ?? 0
        channel = channels > 0 && rest - name - channels - 1 >= Self.leastBarBesideChannel ? channels : 0
        let left = rest - name - (channel > 0 ? channel + 1 : 0)
        let ranges = meters.map(\.rangeWidth).max() ?? 0
        // A blank cell is left behind a range: it does not touch the frame.
        range = ranges > 0 && left - ranges - 2 >= Self.leastBarBesideRange ? ranges : 0
        let bar = min(Self.widestBar, left - (range > 0 ? range + 2 : 0))
        self.bar = bar < 3 ? 0 : bar - (bar + 1) % 2
    }
}
