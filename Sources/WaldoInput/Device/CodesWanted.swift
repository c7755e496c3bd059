/// The codes that a drive needs from its input; the kernel drops all others, so that they wake no process.
public struct CodesWanted: Equatable, Sendable {
    /// ABS_* codes.
    public var axes: [UInt16]
    /// EV_KEY codes.
    public var keys: [UInt16]

    /// A set of these axes and keys.
    public init(axes: [UInt16], keys: [UInt16]) {
        self.axes = axes
        self.keys = keys
    }
}
