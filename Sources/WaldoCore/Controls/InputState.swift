/// An axis of an input: its range (from absinfo) and where it stands.
public struct AxisState: Equatable, Sendable {
    /// ABS_* code.
    public var code: UInt16
    /// The range that the device declares.
    public var minimum: Int32, maximum: Int32
    /// Where it stands.
    public var value: Int32

    /// An axis with its range and value.
    public init(_ code: UInt16, minimum: Int32, maximum: Int32, value: Int32) {
        self.code = code
        self.minimum = minimum
        self.maximum = maximum
        self.value = value
    }
}

/// Everything about an input that bears on commands: its axes and the keys that are down.
public struct InputState: Equatable, Sendable {
    /// The axes that it has.
    public var axes: [AxisState]
    /// EV_KEY codes of the keys that are down.
    public var keysDown: [UInt16]

    /// A state of these axes and keys.
    public init(axes: [AxisState] = [], keysDown: [UInt16] = []) {
        self.axes = axes
        self.keysDown = keysDown
    }
}
