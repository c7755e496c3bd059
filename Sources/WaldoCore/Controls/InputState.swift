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

/// The part of an input's state that affects commands: its axes and the keys that are down.
public struct InputState: Equatable, Sendable {
    /// The input's axes.
    public var axes: [AxisState]
    /// EV_KEY codes of the keys that are down.
    public var keysDown: [UInt16]

    /// Creates a state from axes and keys.
    public init(axes: [AxisState] = [], keysDown: [UInt16] = []) {
        self.axes = axes
        self.keysDown = keysDown
    }
}
