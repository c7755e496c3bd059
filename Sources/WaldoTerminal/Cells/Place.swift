/// A rectangle of cells.
struct Place: Equatable {
    var column: Int, row: Int, width: Int, height: Int

    /// What is inside a frame around it.
    var inside: Place { Place(column: column + 1, row: row + 1, width: width - 2, height: height - 2) }
}
