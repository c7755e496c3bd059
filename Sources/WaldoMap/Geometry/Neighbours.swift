/// The points that a `PointTree` has found, the nearest first. At equal distances the one given first comes first.
public struct Neighbours: Sendable {
    /// How many there are.
    public private(set) var count = 0
    private var squares: [Double]
    private var found: [Int32]
    private let reach: Double

    /// Creates room for points.
    /// - Parameters:
    ///   - capacity: for how many at most, at least 1.
    ///   - reach: the greatest distance of one in metres.
    public init(capacity: Int, reach: Double = .infinity) {
        squares = [Double](repeating: 0, count: max(1, capacity))
        found = [Int32](repeating: 0, count: max(1, capacity))
        self.reach = reach
    }

    /// Their indices in the tree's points.
    public var indices: some RandomAccessCollection<Int> { found[..<count].lazy.map { Int($0) } }

    /// The index of one of them and the square of its distance in square metres.
    public subscript(_ index: Int) -> (index: Int, square: Double) { (Int(found[index]), squares[index]) }

    mutating func removeAll() { count = 0 }

    /// Gives what collects points direct access to the room.
    mutating func collect(_ body: (inout Collector) -> Void) {
        let limit = reach * reach
        count = squares.withUnsafeMutableBufferPointer { squares in
            found.withUnsafeMutableBufferPointer { found in
                var collector = Collector(squares: squares, found: found, limit: limit)
                body(&collector)
                return collector.count
            }
        }
    }

    /// Sorts points in as they come.
    struct Collector {
        let squares: UnsafeMutableBufferPointer<Double>
        let found: UnsafeMutableBufferPointer<Int32>
        /// The square of the greatest distance that is still wanted.
        var limit: Double
        var count = 0

        mutating func add(_ point: Int32, _ square: Double) {
            var index = count
            if count == squares.count {
                index -= 1
                guard square < squares[index] || point < found[index] else { return }
            } else {
                count += 1
            }
            while index > 0, square < squares[index - 1] || (square == squares[index - 1] && point < found[index - 1]) {
                squares[index] = squares[index - 1]
                found[index] = found[index - 1]
                index -= 1
            }
            squares[index] = square
            found[index] = point
            if count == squares.count { limit = squares[count - 1] }
        }
    }
}
