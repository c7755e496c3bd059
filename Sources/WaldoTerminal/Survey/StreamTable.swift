/// The newest number of each stream, in as many columns as the height asks for.
struct StreamTable {
    /// The least width of a column, and the blank cells between two.
    private static let columnWidth = 36, gap = 3
    /// The widest name that is not cut off.
    private static let widestName = 16

    let streams: [SurveyView.Stream]
    let isSilent: Bool

    init(_ view: SurveyView) { (streams, isSilent) = (view.streams, view.isSilent) }

    /// The most columns that have space side by side.
    func maxColumns(width: Int) -> Int { max(1, (width + Self.gap) / (Self.columnWidth + Self.gap)) }

    /// How many rows it takes in so many columns.
    func height(columns: Int) -> Int { (streams.count + columns - 1) / columns }

    /// The fewest columns in which it takes at most so many rows; nil: it does not fit.
    func columns(width: Int, height: Int) -> Int? {
        (1...maxColumns(width: width)).first { self.height(columns: $0) <= height }
    }

    /// How many streams have no space in a rectangle.
    func leftOut(width: Int, height: Int) -> Int { max(0, streams.count - maxColumns(width: width) * height) }

    /// Draws it into a rectangle.
    /// - Parameter statesRest: whether the last cell states how many streams are left out, where the rectangle is too
    ///   small.
    func draw(on canvas: inout Canvas, in rect: CellRect, statesRest: Bool = true) {
        guard rect.height > 0, !streams.isEmpty else { return }
        let columns = columns(width: rect.width, height: rect.height) ?? maxColumns(width: rect.width)
        let height = min(rect.height, height(columns: columns)), cells = columns * height
        let shown = streams.count <= cells ? streams.count : statesRest ? cells - 1 : cells
        let width = (rect.width - Self.gap * (columns - 1)) / columns
        for column in 0..<columns {
            let first = column * height
            let part = rect.part(from: column * (width + Self.gap), width: width)
            draw(streams[min(first, shown)..<min(first + height, shown)], on: &canvas, in: part)
        }
        guard statesRest, shown < streams.count else { return }
        let last = rect.part(from: (columns - 1) * (width + Self.gap), width: width)
        canvas.put("and \(streams.count - shown) more", in: last, row: height - 1, .faint)
    }

    private func draw(_ streams: ArraySlice<SurveyView.Stream>, on canvas: inout Canvas, in rect: CellRect) {
        let isUnicode = canvas.style.isUnicode
        func cells(_ text: String) -> Int { CellWidth.cells(CellWidth.printable(text, isUnicode: isUnicode)) }
        let widest = min(Self.widestName, streams.map { cells($0.name) }.max() ?? 0)
        for (row, stream) in streams.enumerated() {
            let first = stream.words.first ?? "", all = stream.words.joined(separator: ", ")
            // What restricts a number matters more than numbers below one another.
            let isTight = widest + 4 + cells(stream.numberAndUnit) + cells(first) > rect.width && !first.isEmpty
            let name = isTight ? min(widest, cells(stream.name)) : widest
            canvas.put(stream.name, in: rect.part(from: 0, width: name), row: row)
            let ink = stream.ink(isSilent: isSilent)
            let end = canvas.put(stream.numberAndUnit, in: rect, row: row, column: name + 2, ink) + 2
            // The gravest word alone rather than two of which one is cut off.
            let words = end + cells(all) <= rect.width ? all : first
            if !words.isEmpty {
                canvas.put(words, in: rect, row: row, column: end, stream.validity == .invalid ? .bad : .warning)
            }
        }
    }
}
