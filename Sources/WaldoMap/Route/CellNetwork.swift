/// The cells of a grid, each with edges to the eight around it.
public struct CellNetwork: RouteNetwork {
    /// The cells.
    public let grid: MapGrid
    private let rates: [Double]
    private let speed: Double

    /// The least rate of a cell.
    public let leastRate: Double

    /// Creates a network.
    /// - Parameters:
    ///   - rates: the rate of each cell of the grid with what it is uncertain by on top; infinite: keep out.
    ///   - speed: how fast one goes, in m/s.
    public init(_ grid: MapGrid, rates: [Double], speed: Double) {
        (self.grid, self.rates, self.speed) = (grid, rates, speed)
        leastRate = max(0, rates.min() ?? 0)
    }

    /// How many cells there are.
    public var count: Int { grid.count }

    /// The middle of a cell, in metres.
    public func point(_ node: Int) -> PlanePoint {
        grid.centre(column: node % grid.columns, row: node / grid.columns)
    }

    /// The hours of the straight and diagonal steps between two cells.
    public func shortest(from node: Int, to other: Int) -> Double {
        let columns = abs(node % grid.columns - other % grid.columns)
        let rows = abs(node / grid.columns - other / grid.columns)
        let straight = Double(max(columns, rows)) + Double(min(columns, rows)) * (2.0.squareRoot() - 1)
        return straight * grid.cell / speed / 3600
    }

    /// Calls the body with each edge from a cell.
    public func edges(from node: Int, _ body: (RouteEdge) -> Void) {
        let column = node % grid.columns, row = node / grid.columns
        let rate = rates[node], straight = grid.cell, diagonal = grid.cell * 2.0.squareRoot()
        for down in -1...1 where row + down >= 0 && row + down < grid.rows {
            for right in -1...1 where column + right >= 0 && column + right < grid.columns {
                guard down != 0 || right != 0 else { continue }
                let target = node + down * grid.columns + right
                guard rates[target].isFinite else { continue }
                // Not through between two cells that are kept out of and touch at a corner.
                if down != 0, right != 0,
                    !rates[node + right].isFinite || !rates[node + down * grid.columns].isFinite
                {
                    continue
                }
                let length = down != 0 && right != 0 ? diagonal : straight, time = length / speed / 3600
                body(RouteEdge(target: target, time: time, dose: (rate + rates[target]) / 2 * time, length: length))
            }
        }
    }
}
