/// The codes that a drive needs from its input; the kernel drops all others, so that they wake no process.
public struct CodesWanted: Equatable, Sendable {
    /// ABS_* codes.
    public var axes: [UInt16]
    /// EV_KEY codes.
    public var keys: [UInt16]
    /// Whether an input of the same model at another port may take the place of the input once it is lost.
    public var successor: Successor

    /// When an input of the same model takes the place of a lost one.
    public enum Successor: Equatable, Sendable {
        /// Never: it may be somebody else's.
        case never
        /// Once one of these keys of it has been held for a second.
        case afterHolding([UInt16])
        /// At once.
        case atOnce
    }

    /// A set of these axes and keys.
    public init(axes: [UInt16], keys: [UInt16], successor: Successor = .never) {
        self.axes = axes
        self.keys = keys
        self.successor = successor
    }
}
