/// The codes that a drive needs of its input; all others are kept from waking anybody.
public struct CodesWanted: Equatable, Sendable {
    /// ABS_* codes.
    public var axes: [UInt16]
    /// EV_KEY codes.
    public var keys: [UInt16]

    /// These axes and keys.
    public init(axes: [UInt16], keys: [UInt16]) {
        self.axes = axes
        self.keys = keys
    }
}
