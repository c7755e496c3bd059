/// What an input is and has: what a mapping is chosen by, and what the operator is shown.
public struct InputDescription: Equatable, Sendable {
    /// What makes it the same input when it comes back.
    public var identity: InputIdentity
    /// What it is good for; nil: neither pad nor keyboard.
    public var kind: InputMatch.Kind?
    /// Its axes, with the values that they had when it was opened.
    public var axes: [AxisState]
    /// EV_KEY codes that it can send.
    public var keyCodes: [UInt16]

    /// A description of these parts.
    public init(identity: InputIdentity, kind: InputMatch.Kind?, axes: [AxisState], keyCodes: [UInt16]) {
        self.identity = identity
        self.kind = kind
        self.axes = axes
        self.keyCodes = keyCodes
    }
}
