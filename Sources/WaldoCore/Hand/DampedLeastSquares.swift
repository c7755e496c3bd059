/// Joints' speeds for a wanted motion, by damped least squares: y (J J^T + damping) = asked, then J^T y.
///
/// The damping is 0 away from singular places and grows towards them: the smallest singular value counts by
/// 1 / sqrt(trace((J J^T)^-1)), which is at most that value and at least a part of 1 / sqrt(rows) of it. The number of
/// operations depends on the number of rows alone.
struct DampedLeastSquares {
    /// Below this value, in millimetres for a degree, the damping begins; see `HandSolver.threshold`.
    let threshold: Double
    private(set) var count = 0
    private var rows = InlineArray<5, SIMD8<Double>>(repeating: .zero)
    private var asked = InlineArray<5, Double>(repeating: 0)

    init(threshold: Double) { self.threshold = threshold }

    mutating func add(_ row: SIMD8<Double>, asked value: Double) {
        rows[count] = row
        asked[count] = value
        count += 1
    }

    /// The speeds; joints that are not `free` do not move.
    func speeds(_ free: SIMDMask<SIMD8<Int64>>) -> SIMD8<Double> {
        var product = InlineArray<25, Double>(repeating: 0)
        let square = threshold * threshold
        for row in 0..<count {
            let one = SIMD8<Double>.zero.replacing(with: rows[row], where: free)
            for column in 0...row { product[row * 5 + column] = Self.dot(one, rows[column]) }
            // What no free joint moves must not damp the rest.
            if product[row * 6] < 1e-12 * square { product[row * 6] = 1e6 * square }
        }
        // Rounding must not make a singular matrix indefinite.
        let value = 1 / inverseTrace(factor(product, adding: 1e-9 * square))
        let damping = value < square ? square / 4 * (1 - value / square) : 0
        let factor = factor(product, adding: damping)
        var y = asked
        for row in 0..<count {
            for column in 0..<row { y[row] -= factor[row * 5 + column] * y[column] }
            y[row] /= factor[row * 6]
        }
        var speeds = SIMD8<Double>.zero
        for row in (0..<count).reversed() {
            for below in (row + 1)..<max(row + 1, count) { y[row] -= factor[below * 5 + row] * y[below] }
            y[row] /= factor[row * 6]
            speeds += rows[row] * y[row]
        }
        return SIMD8<Double>.zero.replacing(with: speeds, where: free)
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

    /// The trace of the inverse of the matrix that a lower triangle makes: the sum of the squares of its own inverse.
    private func inverseTrace(_ factor: InlineArray<25, Double>) -> Double {
        var trace = 0.0
        for column in 0..<count {
            var inverse = InlineArray<5, Double>(repeating: 0)
            inverse[column] = 1 / factor[column * 6]
            trace += inverse[column] * inverse[column]
            for row in (column + 1)..<max(column + 1, count) {
                var sum = 0.0
                for before in column..<row { sum -= factor[row * 5 + before] * inverse[before] }
                inverse[row] = sum / factor[row * 6]
                trace += inverse[row] * inverse[row]
            }
        }
        return trace
    }

    /// A sum in a stated order, so that it has the same bits everywhere.
    private static func dot(_ one: SIMD8<Double>, _ other: SIMD8<Double>) -> Double {
        let product = one * other
        return ((product[0] + product[1]) + (product[2] + product[3]))
            + ((product[4] + product[5]) + (product[6] + product[7]))
    }
}
