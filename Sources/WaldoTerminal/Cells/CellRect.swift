/// A rectangle of cells.
struct CellRect: Equatable {
    var column: Int, row: Int, width: Int, height: Int

    /// The area inside a frame drawn along the rectangle's edge.
    var inside: CellRect { CellRect(column: column + 1, row: row + 1, width: width - 2, height: height - 2) }
}
