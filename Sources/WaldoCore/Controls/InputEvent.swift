/// One change at an input, in the kernel's codes.
public enum InputEvent: Equatable, Sendable {
    /// A key or button (EV_KEY) went down or up. Autorepeat is left out.
    case key(UInt16, down: Bool)
    /// An axis (EV_ABS) has a new value.
    case axis(UInt16, Int32)
    /// What came since the last report belongs together (SYN_REPORT). `more`: another report is already waiting
    /// behind it, so what is here is no longer the newest.
    case report(more: Bool)
}

/// An axis of an input: its range (from absinfo) and where it stands.
public struct AxisState: Equatable, Sendable {
    /// ABS_* code.
    public var code: UInt16
    /// The range that the device declares.
    public var minimum: Int32, maximum: Int32
    /// Where it stands.
    public var value: Int32

    /// An axis with its range and value.
    public init(_ code: UInt16, minimum: Int32, maximum: Int32, value: Int32) {
        self.code = code
        self.minimum = minimum
        self.maximum = maximum
        self.value = value
    }
}

/// Everything about an input that bears on commands: its axes and the keys that are down.
public struct InputState: Equatable, Sendable {
    /// The axes that it has.
    public var axes: [AxisState]
    /// EV_KEY codes of the keys that are down.
    public var keysDown: [UInt16]

    /// A state of these axes and keys.
    public init(axes: [AxisState] = [], keysDown: [UInt16] = []) {
        self.axes = axes
        self.keysDown = keysDown
    }
}

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
