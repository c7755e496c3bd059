/// The numbers that a control's -1, 0 and +1 become, linear between them.
///
/// Numbers are whole; with `decimals` d they count in units of 10^-d: 0.25 with two decimals is 25.
public struct ValueRange: Equatable, Sendable {
    /// The number of -1, of 0 and of +1; `zero` lies between the others. `low` may be the greater one.
    public var low: Int32, zero: Int32, high: Int32
    /// Digits after the point when a number is shown or written as text, 0...6.
    public var decimals: Int

    /// A range; `zero` defaults to the middle.
    public init(low: Int32, high: Int32, zero: Int32? = nil, decimals: Int = 0) {
        self.low = low
        self.high = high
        self.zero = zero ?? Int32((Int64(low) + Int64(high)) / 2)
        self.decimals = decimals
    }

    /// The number nearest to a control's value, which is clamped to -1...+1; halves go away from zero. NaN is zero:
    /// `min` and `max` would make an end of the range of it.
    public func quantised(_ value: Double) -> Int32 {
        guard !value.isNaN else { return zero }
        let clamped = Swift.max(-1, Swift.min(1, value))
        let span = clamped < 0 ? Double(zero) - Double(low) : Double(high) - Double(zero)
        return Int32((Double(zero) + span * clamped).rounded(.toNearestOrAwayFromZero))
    }

    /// The control's value, -1...+1, that a number stands for; 0 for what is no number.
    public func normalised(_ number: Double) -> Double {
        guard !number.isNaN else { return 0 }
        let ahead = Double(high) - Double(zero)
        let behind = Double(zero) - Double(low)
        let offset = number - Double(zero)
        let towardsHigh = offset == 0 || (offset > 0) == (ahead > 0 || (ahead == 0 && behind < 0))
        let span = towardsHigh ? ahead : behind
        return span == 0 ? 0 : Swift.max(-1, Swift.min(1, offset / span))
    }
}
