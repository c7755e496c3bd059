extension CellRect {
    /// The part of the rectangle that starts at column `start`, over its full height.
    func part(from start: Int, width: Int) -> CellRect {
        CellRect(column: column + start, row: row, width: min(width, self.width - start), height: height)
    }

    /// The part of the rectangle in these rows.
    func rows(_ range: Range<Int>) -> CellRect {
        CellRect(column: column, row: row + range.lowerBound, width: width, height: range.count)
    }

    /// Cuts rows off at the top: so many, or all that are there.
    /// - Returns: the rows that were cut off.
    mutating func cutTop(_ height: Int) -> CellRect {
        let height = max(0, min(height, self.height))
        defer { self = rows(height..<self.height) }
        return rows(0..<height)
    }
}
