/// From the hand's velocity to the joints' numbers.
public struct HandSolver: Sendable {
    /// The chain that it solves.
    public let chain: HandChain
    /// What holds first.
    public let limits: HandLimits
    /// A bit for each `HandAxis.row` that is kept at what is asked, 0 included. The others are free.
    public let rows: UInt8
    /// The joints that it moves.
    let joints: SIMDMask<SIMD8<Int64>>

    /// Where the numbers go in a step.
    public struct Step: Equatable, Sendable {
        /// The numbers at its end, in units of 10^-decimals.
        public var numbers: SIMD8<Double>
        /// The part of the asked velocity that is done along it; 1: all.
        public var share: Double
        /// The joints that are at their end and would have to go on.
        public var ended: SIMDMask<SIMD8<Int64>>
    }

    /// Creates a solver.
    /// - Parameter joints: the joints that it moves; nil: all.
    public init(_ chain: HandChain, limits: HandLimits, rows: UInt8, joints: SIMDMask<SIMD8<Int64>>? = nil) {
        (self.chain, self.limits, self.rows) = (chain, limits, rows)
        self.joints = joints ?? chain.channels
    }

    /// Where damping begins: at a tenth of what a joint at the base moves at most, in millimetres for a degree.
    var threshold: Double { chain.lever / 10 }

    /// The numbers after a span of an asked velocity. The velocity counts halfway, so that a straight line stays one.
    /// - Parameters:
    ///   - numbers: the numbers at its beginning, in units of 10^-decimals.
    ///   - seconds: the span, more than 0.
    public func step(_ velocity: HandVelocity, from numbers: SIMD8<Double>, over seconds: Double) -> Step {
        let first = speeds(velocity, at: numbers)
        let half = limits.clamped(moved(numbers, first.speeds, seconds / 2), from: numbers)
        let second = speeds(velocity, at: half)
        return Step(
            numbers: limits.clamped(moved(numbers, second.speeds, seconds), from: numbers), share: second.share,
            ended: second.ended)
    }

    /// Where a velocity asks the hand to go from these numbers, in millimetres a second along the base's axes.
    func way(_ velocity: HandVelocity, at numbers: SIMD8<Double>) -> SIMD3<Double> {
        chain.place(at: numbers).way(velocity)
    }

    /// The numbers' speeds for an asked velocity, in units of 10^-decimals a second.
    public func speeds(_ velocity: HandVelocity, at numbers: SIMD8<Double>) -> (
        speeds: SIMD8<Double>, share: Double, ended: SIMDMask<SIMD8<Int64>>
    ) {
        let system = system(velocity, at: numbers)
        var free = joints, speeds = speeds(system, velocity, at: numbers, free)
        // One more joint is at its end in each round at least.
        for _ in 0..<8 {
            let out = free .& ((numbers .<= limits.low .& speeds .< 0) .| (numbers .>= limits.high .& speeds .> 0))
            if !any(out) { break }
            free = free .& .!out
            speeds = self.speeds(system, velocity, at: numbers, free)
        }
        speeds *= slowing(speeds / chain.sizes)
        return (speeds / chain.sizes, system.share(speeds), joints .& .!free)
    }

    func system(_ velocity: HandVelocity, at numbers: SIMD8<Double>) -> DampedLeastSquares {
        let system = exactSystem(velocity, at: numbers)
        // A hundredth of a degree beside the place at which no joint moves the hand as asked, some do.
        return system.isStuck ? exactSystem(velocity, at: numbers + 0.01 / chain.sizes) : system
    }

    func exactSystem(_ velocity: HandVelocity, at numbers: SIMD8<Double>) -> DampedLeastSquares {
        let place = chain.place(at: numbers)
        var system = DampedLeastSquares(threshold: threshold)
        for index in 0..<HandVelocity.count where rows & 1 << UInt8(index) != 0 {
            let row = place.row(index, of: velocity, lever: chain.lever)
            system.add(row.numbers / chain.sizes, asked: row.asked)
        }
        return system
    }

    private func speeds(
        _ system: DampedLeastSquares, _ velocity: HandVelocity, at numbers: SIMD8<Double>,
        _ free: SIMDMask<SIMD8<Int64>>
    ) -> SIMD8<Double> {
        let (speeds, weakest) = system.solve(free)
        guard let weakest, weakest.asked > 0 else { return speeds }
        // Half a degree farther.
        let there = self.system(velocity, at: numbers + weakest.joints * 0.5 / chain.sizes)
        return speeds + weakest.correction(leaves: there.holds(weakest, better: system.value(free), free))
    }

    /// The part of all speeds at which none is faster than its slew.
    private func slowing(_ speeds: SIMD8<Double>) -> Double {
        var part = 1.0
        for index in 0..<8 where speeds[index].magnitude * part > limits.slew[index] {
            part = limits.slew[index] / speeds[index].magnitude
        }
        return part
    }

    /// The numbers after a span at these speeds; one that would not be finite stays.
    private func moved(_ numbers: SIMD8<Double>, _ speeds: SIMD8<Double>, _ seconds: Double) -> SIMD8<Double> {
        let ways = speeds * seconds
        return numbers + SIMD8<Double>.zero.replacing(with: ways, where: ways - ways .== 0)
    }
}
