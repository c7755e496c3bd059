/// How the hand is asked to move.
public struct HandVelocity: Equatable, Sendable {
    /// How many rates there are: three along a frame, pitch and roll.
    public static let count = 5

    /// The frame of the first three rates.
    public var frame: HandAxis.Frame
    /// A rate for each `HandAxis.row`, in millimetres or degrees a second; the last three are 0.
    public var rates: SIMD8<Double>

    /// Creates a velocity; by default none.
    public init(_ frame: HandAxis.Frame = .base, _ rates: SIMD8<Double> = .zero) {
        (self.frame, self.rates) = (frame, rates)
    }

    /// Sets the rate along or about an axis; those of another frame become 0.
    public mutating func set(_ axis: HandAxis, _ rate: Double) {
        if let other = axis.frame, other != frame {
            frame = other
            (rates[0], rates[1], rates[2]) = (0, 0, 0)
        }
        rates[axis.row] = rate
    }
}
