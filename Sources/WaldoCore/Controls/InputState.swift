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
