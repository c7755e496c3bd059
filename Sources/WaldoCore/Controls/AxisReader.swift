/// Reads one axis of an input as -1...+1, or as 0...1 for an axis that rests at an end of its range.
struct AxisReader: Equatable, Sendable {
    let source: AxisSource
    private var minimum: Int32 = 0, maximum: Int32 = 0
    private var raw: Int32 = 0

    init(_ source: AxisSource) { self.source = source }

    /// Adopts the axis's range and value from an input's state. If the input has no such axis, it reads as at rest.
    mutating func adopt(_ state: InputState) {
        (minimum, maximum, raw) = (0, 0, 0)
        for axis in state.axes where axis.code == source.code {
            (minimum, maximum, raw) = (axis.minimum, axis.maximum, axis.value)
        }
    }

    mutating func apply(_ code: UInt16, _ value: Int32) {
        if code == source.code { raw = value }
    }

    /// The present value. Clamped here, because the kernel does not clip values to the declared range.
    var value: Double {
        guard minimum < maximum else { return 0 }
        let low = Double(minimum), high = Double(maximum)
        let here = Double(Swift.max(minimum, Swift.min(maximum, raw)))
        let value =
            switch source.rest {
            case .minimum: (here - low) / (high - low)
            case .centre: Self.fromCentre(here - (low + high) / 2) / ((high - low) / 2)
            case .maximum: (high - here) / (high - low)
            }
        return source.invert ? -value : value
    }

    /// In a range with an even number of values the centre lies between two of them; both count as rest.
    private static func fromCentre(_ offset: Double) -> Double { offset.magnitude <= 0.5 ? 0 : offset }
}
