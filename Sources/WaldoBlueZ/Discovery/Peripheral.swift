public import WaldoTime

/// A shield as it is shown to the operator.
public struct Peripheral: Hashable, Sendable {
    /// Its name as advertised, escaped.
    public var name: String
    /// Its Bluetooth address, in upper case.
    public var address: String
    /// The strength of its signal in dBm; nil if it was not heard.
    public var rssi: Int?
    /// When that was received; nil if it was before this program started.
    public var heardAt: Instant?

    /// A shield with this name, address and signal.
    public init(name: String, address: String, rssi: Int? = nil, heardAt: Instant? = nil) {
        self.name = name
        self.address = address
        self.rssi = rssi
        self.heardAt = heardAt
    }

    /// Shields are equal when they look the same to the operator: `heardAt` does not count.
    public static func == (a: Self, b: Self) -> Bool {
        a.name == b.name && a.address == b.address && a.rssi == b.rssi
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(address)
        hasher.combine(rssi)
    }
}

extension Peripheral: CustomStringConvertible {
    /// Name and address.
    public var description: String { name.isEmpty ? address : "\(name) (\(address))" }
}
