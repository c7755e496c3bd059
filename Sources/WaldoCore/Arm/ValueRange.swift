/// Maps a control's -1...+1 to a channel's numbers, linearly on each side of zero.
///
/// Numbers are integers in units of 10^-`decimals`: 0.25 with two decimals is 25.
public struct ValueRange: Equatable, Sendable {
    /// The numbers for -1, 0 and +1. `zero` lies between the others; `low` may be greater than `high`.
    public var low: Int32, zero: Int32, high: Int32
    /// Digits after the decimal point when a number is shown or written as text, 0...6.
    public var decimals: Int

    /// Creates a range; `zero` defaults to the middle.
    public init(low: Int32, high: Int32, zero: Int32? = nil, decimals: Int = 0) {
        self.low = low
        self.high = high
        self.zero = zero ?? Int32((Int64(low) + Int64(high)) / 2)
        self.decimals = decimals
    }

    /// All its numbers, in order.
    public var bounds: ClosedRange<Int32> { Swift.min(low, high)...Swift.max(low, high) }

    /// The nearest number for a control's value, which is clamped to -1...+1; halves round away from zero. NaN gives
    /// `zero`: `min` and `max` would turn it into an end of the range.
    public func quantised(_ value: Double) -> Int32 {
        guard !value.isNaN else { return zero }
        let clamped = Swift.max(-1, Swift.min(1, value))
        let span = clamped < 0 ? Double(zero) - Double(low) : Double(high) - Double(zero)
        return Int32((Double(zero) + span * clamped).rounded(.toNearestOrAwayFromZero))
    }

    /// The control's value for a number, clamped to -1...+1; 0 for NaN.
    public func normalised(_ number: Double) -> Double {
        guard !number.isNaN else { return 0 }
        let positive = Double(high) - Double(zero)
        let negative = Double(zero) - Double(low)
        let offset = number - Double(zero)
        let towardsHigh = offset == 0 || (offset > 0) == (positive > 0 || (positive == 0 && negative < 0))
        let span = towardsHigh ? positive : negative
        return span == 0 ? 0 : Swift.max(-1, Swift.min(1, offset / span))
    }
}
