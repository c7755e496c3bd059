/// Which of a hand's directions its joints can keep, of those that controls move and the others.
public struct HandRows: Equatable, Sendable {
    /// The frame of the directions.
    let frame: HandAxis.Frame
    /// A bit for each `HandAxis.row` that is kept.
    public private(set) var mask: UInt8 = 0
    /// The axes that no joint moves.
    public private(set) var unmoved: [HandAxis] = []
    /// The axes that move only together with another of the controls'.
    public private(set) var bound: [HandAxis] = []

    /// Tries the joints at poses all over their ranges. What controls move comes first; then the hand keeps its way and
    /// its turn as far as there are joints for it.
    /// - Parameter axes: what controls move, of one frame.
    init(_ chain: HandChain, _ limits: HandLimits, joints: SIMDMask<SIMD8<Int64>>, axes: [HandAxis]) {
        frame = axes.lazy.compactMap(\.frame).first ?? .base
        var kept: [Int] = []
        for axis in axes {
            let rank = Self.rank([axis.row], chain, limits, joints, frame)
            if rank == 0 {
                unmoved.append(axis)
            } else if Self.rank(kept + [axis.row], chain, limits, joints, frame) == kept.count {
                bound.append(axis)
                mask |= 1 << UInt8(axis.row)
            } else {
                kept.append(axis.row)
            }
        }
        for row in 0..<HandVelocity.count where !axes.contains(where: { $0.row == row }) {
            if Self.rank(kept + [row], chain, limits, joints, frame) > kept.count { kept.append(row) }
        }
        for row in kept { mask |= 1 << UInt8(row) }
    }

    /// How many of these rows are independent, at the pose at which most are.
    private static func rank(
        _ rows: [Int], _ chain: HandChain, _ limits: HandLimits, _ joints: SIMDMask<SIMD8<Int64>>,
        _ frame: HandAxis.Frame
    ) -> Int {
        var most = 0
        for pose in 1...16 {
            var numbers = SIMD8<Double>.zero
            for index in 0..<8 {
                // Multiples of the square root of 2, times odd numbers, lie all over 0..<1.
                let part = Double(pose * (2 * index + 3)) * 1.414_213_562_373_095
                let span = limits.high[index] - limits.low[index]
                numbers[index] = limits.low[index] + span * (part - part.rounded(.down))
            }
            let place = chain.place(at: numbers)
            var basis: [SIMD8<Double>] = []
            for index in rows {
                let row = place.row(index, of: HandVelocity(frame), lever: chain.lever).numbers / chain.sizes
                var rest = SIMD8<Double>.zero.replacing(with: row, where: joints)
                for one in basis { rest -= one * DampedLeastSquares.dot(one, rest) }
                let length = DampedLeastSquares.dot(rest, rest).squareRoot()
                if length > chain.lever / 1_000 { basis.append(rest / length) }
            }
            most = max(most, basis.count)
        }
        return most
    }
}
