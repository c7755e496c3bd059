/// Recognises an input when it comes back.
public struct InputIdentity: Hashable, Sendable {
    /// BUS_* of linux/input.h, and the device's ids.
    public var bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16
    /// The device's serial (a Bluetooth pad's address), or its port when it has none.
    public var port: String
    /// The device's own name, made printable.
    public var name: String

    /// The port of what drives a raster, which is no device.
    public static let raster = "raster"

    /// Creates an identity from its parts.
    public init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16, port: String, name: String) {
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        self.port = port
        self.name = name
    }
}
