/// What makes an input the same one when it comes back.
public struct InputIdentity: Hashable, Sendable {
    /// BUS_* of linux/input.h, and the ids of the device.
    public var bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16
    /// The device's serial (a Bluetooth pad's address), or where it is plugged in when it has none.
    public var place: String
    /// The name that the device gives itself, made printable.
    public var name: String

    /// An identity of these parts.
    public init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16, place: String, name: String) {
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        self.place = place
        self.name = name
    }
}
