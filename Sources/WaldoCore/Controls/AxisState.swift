/// An axis of an input: its range (from absinfo) and its value.
public struct AxisState: Equatable, Sendable {
    /// ABS_* code.
    public var code: UInt16
    /// The range that the device declares.
    public var minimum: Int32, maximum: Int32
    /// Its present value.
    public var value: Int32

    /// Creates an axis from its range and value.
    public init(_ code: UInt16, minimum: Int32, maximum: Int32, value: Int32) {
        self.code = code
        self.minimum = minimum
        self.maximum = maximum
        self.value = value
    }
}
