import WaldoBus

/// The errors by which a characteristic refuses a call; bluetoothd turns them into those of ATT (BlueZ,
/// doc/org.bluez.GattCharacteristic.rst).
extension MethodReply {
    static func notSupported(_ reason: String) -> MethodReply {
        .failure(name: "org.bluez.Error.NotSupported", message: reason)
    }

    static func invalidOffset(_ offset: Int) -> MethodReply {
        .failure(name: "org.bluez.Error.InvalidOffset", message: "there is nothing at the offset \(offset)")
    }

    static func invalidLength(_ count: Int, limit: Int) -> MethodReply {
        .failure(
            name: "org.bluez.Error.InvalidValueLength", message: "\(count) bytes were written, \(limit) is the most")
    }

    /// The caller is another program than bluetoothd.
    static var notFromBlueZ: MethodReply {
        .failure(name: "org.freedesktop.DBus.Error.AccessDenied", message: "only bluetoothd may call these objects")
    }
}
