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

extension InputMatch {
    /// How well an input fits: nil not at all, else the more the more specific. A named product says more than a vendor,
    /// a vendor more than a bus, a bus more than any list of codes.
    public func score(for input: InputDescription) -> Int? {
        guard input.kind == kind else { return nil }
        if let bus, bus != input.identity.bus { return nil }
        if let vendor, vendor != input.identity.vendor { return nil }
        if !products.isEmpty, !products.contains(input.identity.product) { return nil }
        guard axes.allSatisfy({ code in input.axes.contains { $0.code == code } }),
            keyCodes.allSatisfy({ input.keyCodes.contains($0) })
        else { return nil }
        let codes = Swift.min(99, axes.count + keyCodes.count)
        return (products.isEmpty ? 0 : 400) + (vendor == nil ? 0 : 200) + (bus == nil ? 0 : 100) + codes
    }
}
