/// The direction in which a hand's joints move it least, near a singular place.
///
/// Damping alone would let go of it as slowly as it was reached, and on the other side if rounding has passed it.
struct WeakestDirection: Sendable {
    /// Its part of each row; its length is 1.
    private(set) var rows: InlineArray<5, Double>
    /// The joints' way that moves the hand along it; its length is 1.
    private(set) var joints: SIMD8<Double>
    /// What is asked along it, 0 or more.
    let asked: Double
    /// How far the hand moves along it for a degree of that way, in millimetres.
    private let size: Double
    private let damping: Double, threshold: Double

    init(
        _ rows: InlineArray<5, Double>, moved joints: SIMD8<Double>, asked: Double, _ damping: Double,
        _ threshold: Double
    ) {
        (self.rows, self.joints, self.asked) = (rows, joints, asked.magnitude)
        (self.damping, self.threshold) = (damping, threshold)
        size = max(DampedLeastSquares.dot(joints, joints).squareRoot(), 1e-9 * threshold)
        self.joints /= asked < 0 ? -size : size
        if asked < 0 { for row in 0..<5 { self.rows[row] = -rows[row] } }
    }

    /// What is to be added to damped speeds.
    /// - Parameter leaves: whether the way leads out of the singular place. Then it is plainly inverted, up to the
    ///   fastest that damping allows. The way towards the place ends before it.
    func correction(leaves: Bool) -> SIMD8<Double> {
        let damped = size / (size * size + damping)
        let end = threshold / 10
        let gain = leaves ? 1 / max(size, 0.75.squareRoot() * threshold) : damped * max(0, min(1, size / end - 1))
        return joints * (asked * (gain - damped))
    }
}
