/// The widths of the parts of an axis's row. What there is no space for is left out: first the bar of the result, then
/// the kernel's names.
struct InputColumns {
    private static let widestName = 20, widestMoves = 26, widestBar = 31, leastBar = 7, resultBar = 9, resultNumber = 5
    private static let leastMoves = 8

    let name: Int, code: Int, raw: Int, bar: Int
    /// The width of the result's number and bar together, or of a note in their place; 0: nothing reads any axis.
    let result: Int
    /// The width of the result's bar alone.
    let resultBar: Int
    let moves: Int

    init(_ axes: [InputView.Axis], width: Int) {
        func widest(_ texts: [String]) -> Int { texts.map { CellWidth.cells($0) }.max() ?? 0 }
        let names = min(Self.widestName, widest(axes.map(\.name))), codes = widest(axes.map(\.code))
        let raw = max(4, widest(axes.map { "\($0.raw)" } + axes.flatMap { ["\($0.minimum)", "\($0.maximum)"] }))
        let isRead = axes.contains { $0.result != nil }
        let movesWidth = min(Self.widestMoves, widest(axes.map(\.moves)))
        let note = max(Self.resultNumber, widest(axes.map(\.note)))
        let withBar = max(note, Self.resultNumber + 1 + Self.resultBar)
        /// The columns of every part but the bar and what an axis moves, with a blank before each.
        func fixed(code: Int, result: Int) -> Int {
            (names > 0 ? names + 1 : 0) + (code > 0 ? code + 1 : 0) + raw + 1 + (result > 0 ? result + 2 : 0)
        }
        let choices =
            isRead
            ? [
                (codes, withBar, movesWidth), (codes, note, movesWidth),
                (names > 0 ? 0 : codes, note, min(movesWidth, Self.leastMoves)),
            ]
            : [(codes, 0, 0)]
        let fitting = choices.first { code, result, moves in
            width - fixed(code: code, result: result) - (moves > 0 ? moves + 2 : 0) >= Self.leastBar
        }
        let (code, result, moves) = fitting ?? choices[choices.count - 1]
        let rest = width - fixed(code: code, result: result) - (moves > 0 ? moves + 2 : 0)
        (name, self.code, self.raw, self.result) = (names, code, raw, result)
        self.moves = rest < 3 ? max(0, moves + rest - 3) : moves
        let widest = max(3, min(Self.widestBar, rest))
        // A rest in the middle has a cell of its own.
        bar = widest - (widest + 1) % 2
        resultBar = result >= withBar && isRead ? Self.resultBar : 0
    }

    var rawStart: Int { (name > 0 ? name + 1 : 0) + (code > 0 ? code + 1 : 0) }
    var barStart: Int { rawStart + raw + 1 }
    var resultStart: Int { barStart + bar + 2 }
    var movesStart: Int { resultStart + (result > 0 ? result + 2 : 0) }
}
