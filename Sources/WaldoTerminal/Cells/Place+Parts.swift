extension Place {
    /// The part of the place that starts at column `start`, over its full height.
    func part(from start: Int, width: Int) -> Place {
        Place(column: column + start, row: row, width: min(width, self.width - start), height: height)
    }

    /// The part of the place in these rows.
    func rows(_ range: Range<Int>) -> Place {
        Place(column: column, row: row + range.lowerBound, width: width, height: range.count)
    }
}
