/// What was probably to be measured between the points where it was: the mean of the nearest ones, weighted by the
/// inverse square of their distance, with an error of its own.
///
/// The error has two parts. One is that of the measurements. The other grows with the distance to them and is scaled
/// so that 95 of 100 points lie within two standard deviations of what the others make of them: nothing looks sure
/// where nobody has measured.
public struct Surface: Sendable {
    /// A number that was estimated.
    public struct Estimate: Equatable, Sendable {
        /// The number, in the unit of the points.
        public var value: Double
        /// Its error at one standard deviation.
        public var sigma: Double
        /// The part of the error that the distance to the points makes.
        public var spread: Double
        /// The distance to the nearest point in metres.
        public var distance: Double
    }

    /// How many points an estimate rests on at most, if no other number is given.
    public static let neighbours = 12
    /// Fewer points say nothing of what is between them.
    public static let fewest = 3

    /// The points.
    public let points: [MapPoint]
    /// The error that a metre of distance adds, in the unit of the points a metre.
    public let errorPerMetre: Double
    private let tree: PointTree
    private let count: Int, reach: Double

    /// At a square of a distance below this, in square metres, a point is the place itself.
    private static let same = 1e-13

    /// Creates a surface through points of different places.
    /// - Parameters:
    ///   - neighbours: how many points an estimate rests on at most.
    ///   - reach: the greatest distance in metres at which a point counts.
    public init(_ points: [MapPoint], neighbours: Int = Surface.neighbours, reach: Double = .infinity) {
        self.points = points
        (count, self.reach) = (neighbours, reach)
        tree = PointTree(points.map(\.point))
        errorPerMetre = DistanceError.perMetre(of: points, tree, neighbours)
    }

    /// The estimate at a point; nil: no measured one is in reach, or there are too few.
    /// - Parameter found: room for the neighbours, from `room`.
    public func estimate(at point: PlanePoint, _ found: inout Neighbours) -> Estimate? {
        guard points.count >= Self.fewest else { return nil }
        tree.nearest(to: point, &found)
        guard found.count > 0 else { return nil }
        let (nearest, square) = found[0]
        if square < Self.same {
            return Estimate(value: points[nearest].value, sigma: points[nearest].sigma, spread: 0, distance: 0)
        }
        let mean = WeightedMean(points, found)
        let spread = errorPerMetre * mean.distance
        return Estimate(
            value: mean.value, sigma: (mean.variance + spread * spread).squareRoot(), spread: spread,
            distance: square.squareRoot())
    }

    /// Room for the neighbours of an estimate, to be used again and again.
    public var room: Neighbours { Neighbours(capacity: count, reach: reach) }

    /// The estimates of the cells of a grid, row by row; nil: there is none.
    /// - Parameter rows: which rows.
    public func estimates(on grid: MapGrid, rows: Range<Int>) -> [Estimate?] {
        var found = room, cells: [Estimate?] = []
        cells.reserveCapacity(rows.count * grid.columns)
        for row in rows {
            for column in 0..<grid.columns { cells.append(estimate(at: grid.centre(column: column, row: row), &found)) }
        }
        return cells
    }
}
