/// An axis, where it rests, and its direction.
public struct AxisSource: Equatable, Sendable {
    /// Where an axis is when nobody touches it.
    public enum Rest: Sendable {
        /// At its lowest value: 0...1 from there (a trigger).
        case minimum
        /// In the middle: -1...+1 (a stick).
        case centre
        /// At its highest value: 0...1 from there.
        case maximum
    }
    /// ABS_* code.
    public var code: UInt16
    /// Where it rests.
    public var rest: Rest
    /// With `rest` in the centre: the value there; nil: the middle of the range.
    public var centre: Int32?
    /// Whether the axis is inverted. The kernel's y axes count downward.
    public var invert: Bool

    /// Creates an axis source from a code, a rest and a direction.
    public init(_ code: UInt16, rest: Rest = .centre, centre: Int32? = nil, invert: Bool = false) {
        self.code = code
        self.rest = rest
        self.centre = centre
        self.invert = invert
    }
}
