/// Square cells that cover a rectangle of a map's plane, row by row from the top, as in a picture.
public struct MapGrid: Equatable, Sendable {
    /// The corner with the least x and the greatest y, in metres.
    public var corner: PlanePoint
    /// The side of a cell in metres.
    public var cell: Double
    /// How many cells there are in a row and in a column.
    public var columns: Int, rows: Int

    /// Creates a grid from its parts.
    public init(corner: PlanePoint, cell: Double, columns: Int, rows: Int) {
        (self.corner, self.cell, self.columns, self.rows) = (corner, cell, columns, rows)
    }

    /// Creates a grid around points, with a twentieth of the longer side as room.
    /// - Parameter side: the side of a cell in metres; nil: such that the longer side has 500. It is widened where a
    ///   side would have more than 8,000.
    public init(around points: [PlanePoint], cell side: Double? = nil) {
        let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let (bottom, top) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
        let longest = max(right - left, top - bottom, 1e-3), room = longest / 10
        cell = max(side ?? (longest + room) / 500, (longest + room) / 8_000)
        columns = max(1, Int(((right - left + room) / cell).rounded()))
        rows = max(1, Int(((top - bottom + room) / cell).rounded()))
        corner = PlanePoint(
            x: (left + right) / 2 - Double(columns) * cell / 2, y: (bottom + top) / 2 + Double(rows) * cell / 2)
    }

    /// The smallest side of a cell in metres of which no more than this many cover the longer side of these points.
    public static func smallestCell(around points: [PlanePoint], maxCells: Int = 8_000) -> Double {
        MapGrid(around: points, cell: nil).cell * 500 / Double(maxCells)
    }

    /// How many cells there are.
    public var count: Int { columns * rows }

    /// The middle of a cell.
    public func centre(column: Int, row: Int) -> PlanePoint {
        PlanePoint(x: corner.x + (Double(column) + 0.5) * cell, y: corner.y - (Double(row) + 0.5) * cell)
    }

    /// The cell in which a point lies, as its number row by row; nil: outside.
    public func cell(of point: PlanePoint) -> Int? {
        let column = ((point.x - corner.x) / cell).rounded(.down), row = ((corner.y - point.y) / cell).rounded(.down)
        guard column >= 0, column < Double(columns), row >= 0, row < Double(rows) else { return nil }
        return Int(row) * columns + Int(column)
    }
}
