/// A calibration curve.
struct Polynomial: Sendable {
    /// Of the powers from 0.
    let coefficients: [Double]
    /// Converts the input's unit to that of the coefficients.
    let factor: Double
    /// The numbers, in the coefficients' unit, for which it holds.
    let range: ClosedRange<Double>?
    let uncertainty: Double

    /// The result; outside of the range it is marked as not valid.
    func value(of input: NodeValue) -> NodeValue? {
        guard let number = input.number else { return input }
        let x = number * factor
        var (sum, slope) = (0.0, 0.0)
        for coefficient in coefficients.reversed() {
            slope = slope * x + sum
            sum = sum * x + coefficient
        }
        var spread = input.spread.scaled(slope * factor)
        spread.addSystematic(sum * uncertainty)
        var value = input.with(sum, spread)
        if let range, !range.contains(x) { value.flags.insert(.invalid) }
        return value
    }
}
