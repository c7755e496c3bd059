/// A balanced k-d tree of points: finds the nearest ones without looking at all.
///
/// The points lie in an array of their own, halved again and again at the median of the longer side; what is left of
/// `leaf` points is searched one by one. There are no nodes: a range of the array is one.
public struct PointTree: Sendable {
    /// Points in the tree's order, each with its index in the order given.
    private var points: [PlanePoint]
    private var order: [Int32]
    /// For the middle of each halved range: whether it is halved by y.
    private var byY: [Bool]

    private static let leaf = 8

    /// Creates a tree of points, whose coordinates are finite.
    public init(_ points: [PlanePoint]) {
        self.points = points
        order = points.indices.map { Int32($0) }
        byY = [Bool](repeating: false, count: points.count)
        halve(0, points.count)
    }

    /// How many points it has.
    public var count: Int { points.count }

    /// Looks for the points nearest to one.
    /// - Parameters:
    ///   - found: takes them, the nearest first; what was in it goes. Its capacity and reach are the limits.
    ///   - excluded: the index of a point that is left out.
    public func nearest(to point: PlanePoint, excluding excluded: Int = -1, _ found: inout Neighbours) {
        found.removeAll()
        points.withUnsafeBufferPointer { points in
            order.withUnsafeBufferPointer { order in
                byY.withUnsafeBufferPointer { byY in
                    let search = Search(
                        points: points, order: order, byY: byY, point: point, excluded: Int32(excluded))
                    found.collect { search.search(0, points.count, &$0) }
                }
            }
        }
    }

    private struct Search {
        let points: UnsafeBufferPointer<PlanePoint>
        let order: UnsafeBufferPointer<Int32>
        let byY: UnsafeBufferPointer<Bool>
        let point: PlanePoint
        let excluded: Int32

        /// Looks at the points of a range: first at the side that the point is on, then at the other if it is in
        /// reach.
        func search(_ low: Int, _ high: Int, _ found: inout Neighbours.Collector) {
            if high - low <= PointTree.leaf {
                for index in low..<high { offer(index, &found) }
                return
            }
            let middle = (low + high) / 2
            let offset = byY[middle] ? point.y - points[middle].y : point.x - points[middle].x
            if offset < 0 { search(low, middle, &found) } else { search(middle + 1, high, &found) }
            guard offset * offset <= found.limit else { return }
            offer(middle, &found)
            if offset < 0 { search(middle + 1, high, &found) } else { search(low, middle, &found) }
        }

        func offer(_ index: Int, _ found: inout Neighbours.Collector) {
            let square = point.square(to: points[index])
            if square <= found.limit, order[index] != excluded { found.add(order[index], square) }
        }
    }

    // MARK: building

    private mutating func halve(_ low: Int, _ high: Int) {
        guard high - low > Self.leaf else { return }
        let middle = (low + high) / 2
        var lowest = points[low], highest = points[low]
        for point in points[low..<high] {
            lowest = PlanePoint(x: min(lowest.x, point.x), y: min(lowest.y, point.y))
            highest = PlanePoint(x: max(highest.x, point.x), y: max(highest.y, point.y))
        }
        byY[middle] = highest.y - lowest.y > highest.x - lowest.x
        select(middle, low, high - 1, byY[middle])
        halve(low, middle)
        halve(middle + 1, high)
    }

    /// Exchanges points until none before `target` has a greater coordinate and none behind it a smaller one.
    private mutating func select(_ target: Int, _ first: Int, _ last: Int, _ isY: Bool) {
        var (first, last) = (first, last)
        while first < last {
            let pivot = coordinate((first + last) / 2, isY)
            var (low, high) = (first, last)
            while low <= high {
                while coordinate(low, isY) < pivot { low += 1 }
                while coordinate(high, isY) > pivot { high -= 1 }
                guard low <= high else { break }
                points.swapAt(low, high)
                order.swapAt(low, high)
                low += 1
                high -= 1
            }
            if target <= high { last = high } else if target >= low { first = low } else { return }
        }
    }

    private func coordinate(_ index: Int, _ isY: Bool) -> Double { isY ? points[index].y : points[index].x }
}
