/// An input's identity and capabilities: they select its mapping and are shown to the operator.
public struct InputDescription: Equatable, Sendable {
    /// Recognises the input when it comes back.
    public var identity: InputIdentity
    /// The kind of input; nil: neither gamepad nor keyboard.
    public var kind: InputMatch.Kind?
    /// Its axes, with their values when it was opened.
    public var axes: [AxisState]
    /// EV_KEY codes that it can send.
    public var keyCodes: [UInt16]

    /// Creates a description from its parts.
    public init(identity: InputIdentity, kind: InputMatch.Kind?, axes: [AxisState], keyCodes: [UInt16]) {
        self.identity = identity
        self.kind = kind
        self.axes = axes
        self.keyCodes = keyCodes
    }
}
