/// The inputs that a mapping is made for; nil or empty matches any. The more specific it is, the better it matches.
public struct InputMatch: Equatable, Sendable {
    /// The kind of input that the mapping serves.
    public enum Kind: Sendable { case gamepad, keyboard }
    /// The kind of input; nil: one that is neither, such as a foot switch or pedals.
    public var kind: Kind?
    /// BUS_* of linux/input.h (3 USB, 5 Bluetooth), vendor and product as in the device's ids.
    public var bus: UInt16?, vendor: UInt16?, products: [UInt16]
    /// Axes and keys that must be present.
    public var axes: [UInt16], keyCodes: [UInt16]

    /// Creates a match from its parts.
    public init(
        kind: Kind? = .gamepad, bus: UInt16? = nil, vendor: UInt16? = nil, products: [UInt16] = [],
        axes: [UInt16] = [], keyCodes: [UInt16] = []
    ) {
        self.kind = kind
        self.bus = bus
        self.vendor = vendor
        self.products = products
        self.axes = axes
        self.keyCodes = keyCodes
    }
}

extension InputMatch {
    /// How well an input fits: nil if not at all, else higher for a more specific match. A product outweighs a vendor,
    /// a vendor a bus, and a bus any list of codes.
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
