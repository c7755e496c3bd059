/// Joints' speeds for a wanted motion, by damped least squares: y (J J^T + damping) = asked, then J^T y.
///
/// The damping is 0 away from singular places and grows towards them: the smallest singular value counts by
/// 1 / sqrt(trace((J J^T)^-1)), which is at most that value and at least a part of 1 / sqrt(rows) of it. The number of
/// operations depends on the number of rows alone.
struct DampedLeastSquares {
    /// Below this value, in millimetres for a degree, the damping begins; see `HandSolver.threshold`.
    let threshold: Double
    private(set) var count = 0
    /// Whether something is asked that no joint moves.
    private(set) var isStuck = false
    private var rows = InlineArray<5, SIMD8<Double>>(repeating: .zero)
    private var asked = InlineArray<5, Double>(repeating: 0)

    init(threshold: Double) { self.threshold = threshold }

    mutating func add(_ row: SIMD8<Double>, asked value: Double) {
        rows[count] = row
        asked[count] = value
        count += 1
        if value != 0, isEmpty(Self.dot(row, row)) { isStuck = true }
    }

    /// The speeds; joints that are not `free` do not move. And the direction that they move least, if that is damped.
    func solve(_ free: SIMDMask<SIMD8<Int64>>) -> (speeds: SIMD8<Double>, weakest: WeakestDirection?) {
        let product = product(free), square = threshold * threshold
        // Rounding must not make a singular matrix indefinite.
        let first = factor(product, adding: 1e-9 * square)
        let (value, row) = smallestValue(first)
        let damping = value < square ? square / 4 * (1 - value / square) : 0
        let speeds = joints(solution(factor(product, adding: damping), asked), free)
        guard damping > 0 else { return (speeds, nil) }
        var way = InlineArray<5, Double>(repeating: 0)
        way[row] = 1
        for _ in 0..<3 { way = unit(solution(first, way)) }
        return (speeds, WeakestDirection(way, moved: joints(way, free), asked: sum(way, asked), damping, threshold))
    }

    /// Whether these joints get more hold of the direction here than a value says, and move the hand along it.
    func holds(_ weakest: WeakestDirection, better value: Double, _ free: SIMDMask<SIMD8<Int64>>) -> Bool {
        var effect = 0.0
        for row in 0..<count { effect += Self.dot(rows[row], weakest.joints) * weakest.rows[row] }
        return effect > 0 && self.value(free) > value
    }

    /// The square of the smallest singular value of the rows, about.
    func value(_ free: SIMDMask<SIMD8<Int64>>) -> Double {
        smallestValue(factor(product(free), adding: 1e-9 * threshold * threshold)).value
    }

    /// How fast the asked motion is done with these speeds, as a part of what is asked; 1 if nothing is asked.
    func share(_ speeds: SIMD8<Double>) -> Double {
        var done = 0.0, square = 0.0
        for row in 0..<count {
            done += Self.dot(rows[row], speeds) * asked[row]
            square += asked[row] * asked[row]
        }
        return square > 0 ? done / square : 1
    }

    /// Whether the square of a row's length counts as 0.
    private func isEmpty(_ square: Double) -> Bool { square < 1e-12 * threshold * threshold }

    private func product(_ free: SIMDMask<SIMD8<Int64>>) -> InlineArray<25, Double> {
        var product = InlineArray<25, Double>(repeating: 0)
        let square = threshold * threshold
        for row in 0..<count {
            let one = SIMD8<Double>.zero.replacing(with: rows[row], where: free)
            for column in 0...row { product[row * 5 + column] = Self.dot(one, rows[column]) }
            // What no free joint moves must not damp the rest.
            if isEmpty(product[row * 6]) { product[row * 6] = 1e6 * square }
        }
        return product
    }

    /// The solution for the matrix that a lower triangle makes.
    private func solution(
        _ factor: InlineArray<25, Double>, _ right: InlineArray<5, Double>
    ) -> InlineArray<5, Double> {
        var y = right
        for row in 0..<count {
            for column in 0..<row { y[row] -= factor[row * 5 + column] * y[column] }
            y[row] /= factor[row * 6]
        }
        for row in (0..<count).reversed() {
            for below in (row + 1)..<max(row + 1, count) { y[row] -= factor[below * 5 + row] * y[below] }
            y[row] /= factor[row * 6]
        }
        return y
    }

    private func joints(_ way: InlineArray<5, Double>, _ free: SIMDMask<SIMD8<Int64>>) -> SIMD8<Double> {
        var joints = SIMD8<Double>.zero
        for row in (0..<count).reversed() { joints += rows[row] * way[row] }
        return SIMD8<Double>.zero.replacing(with: joints, where: free)
    }

    private func sum(_ one: InlineArray<5, Double>, _ other: InlineArray<5, Double>) -> Double {
        var sum = 0.0
        for row in 0..<count { sum += one[row] * other[row] }
        return sum
    }

    private func unit(_ way: InlineArray<5, Double>) -> InlineArray<5, Double> {
        var unit = way
        let length = sum(way, way).squareRoot()
        for row in 0..<count { unit[row] /= length }
        return unit
    }

    /// The lower triangle whose product with its transpose is the matrix (Cholesky).
    private func factor(_ matrix: InlineArray<25, Double>, adding: Double) -> InlineArray<25, Double> {
        var factor = matrix
        for column in 0..<count {
            var square = factor[column * 6] + adding
            for before in 0..<column { square -= factor[column * 5 + before] * factor[column * 5 + before] }
            let root = max(square, 1e-12 * threshold * threshold).squareRoot()
            factor[column * 6] = root
            for row in (column + 1)..<max(column + 1, count) {
                var sum = factor[row * 5 + column]
                for before in 0..<column { sum -= factor[row * 5 + before] * factor[column * 5 + before] }
                factor[row * 5 + column] = sum / root
            }
        }
        return factor
    }

    /// One by the trace of the inverse of the matrix that a lower triangle makes, and the row that adds most to it. The
    /// trace is the sum of the squares of the triangle's own inverse.
    private func smallestValue(_ factor: InlineArray<25, Double>) -> (value: Double, row: Int) {
        var trace = 0.0, most = 0.0, worst = 0
        for column in 0..<count {
            var inverse = InlineArray<5, Double>(repeating: 0), squares = 0.0
            inverse[column] = 1 / factor[column * 6]
            squares += inverse[column] * inverse[column]
            for row in (column + 1)..<max(column + 1, count) {
                var sum = 0.0
                for before in column..<row { sum -= factor[row * 5 + before] * inverse[before] }
                inverse[row] = sum / factor[row * 6]
                squares += inverse[row] * inverse[row]
            }
            trace += squares
            if squares > most { (most, worst) = (squares, column) }
        }
        return (1 / trace, worst)
    }

    /// A sum in a stated order, so that it has the same bits everywhere.
    static func dot(_ one: SIMD8<Double>, _ other: SIMD8<Double>) -> Double {
        let product = one * other
        return ((product[0] + product[1]) + (product[2] + product[3]))
            + ((product[4] + product[5]) + (product[6] + product[7]))
    }
}
