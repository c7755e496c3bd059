/// Where the channels of a hand may go, and how fast: what holds before the hand does what is asked.
public struct HandLimits: Equatable, Sendable {
    /// The ends of each channel's number, in units of 10^-decimals.
    public var low: SIMD8<Double>, high: SIMD8<Double>
    /// The fastest change of each number, in units of 10^-decimals a second; infinity: none.
    public var slew: SIMD8<Double>

    /// Creates limits.
    public init(low: SIMD8<Double>, high: SIMD8<Double>, slew: SIMD8<Double> = .init(repeating: .infinity)) {
        (self.low, self.high, self.slew) = (low, high, slew)
    }

    /// The limits of an arm's positions.
    public init(_ arm: Arm) {
        self.init(low: .zero, high: .zero)
        for channel in arm.channels {
            let profile = arm.profiles[channel]
            let travel = profile.limits?.travel ?? profile.range.bounds
            low[channel.index] = Double(travel.lowerBound)
            high[channel.index] = Double(travel.upperBound)
            if let rate = profile.limits?.slew { slew[channel.index] = rate }
        }
    }

    /// The nearest numbers within the ends. One that is beyond its end may come back, but goes no further out.
    func clamped(_ numbers: SIMD8<Double>, from before: SIMD8<Double>) -> SIMD8<Double> {
        pointwiseMax(pointwiseMin(low, before), pointwiseMin(pointwiseMax(high, before), numbers))
    }
}
