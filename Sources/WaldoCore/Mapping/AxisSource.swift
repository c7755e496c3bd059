/// An axis, where it rests, and which way it counts.
public struct AxisSource: Equatable, Sendable {
    /// Where an axis stands when nobody touches it.
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
    /// Whether it counts the other way. The kernel's y axes count downward.
    public var invert: Bool

    /// An axis with its rest and direction.
    public init(_ code: UInt16, rest: Rest = .centre, invert: Bool = false) {
        self.code = code
        self.rest = rest
        self.invert = invert
    }
}
