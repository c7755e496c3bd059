internal import WaldoBus

extension BlueZError {
    /// Converts an error of the bus that occurred while a peripheral was registered on an adapter.
    static func from(_ error: BusError, registeringOn adapter: String, by method: String) -> BlueZError {
        guard case .remote(let name, _) = error else { return from(error, doing: method) }
        switch name {
        // The manager is not there: the controller cannot advertise, or is used without Low Energy.
        case "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface":
            return .noPeripheralRole(adapter)
        case "org.freedesktop.DBus.Error.AccessDenied": return .denied(what: "to be a peripheral")
        case "org.bluez.Error.NotPermitted" where method == "RegisterAdvertisement": return .advertisingFull(adapter)
        default: return from(error, doing: method)
        }
    }
}
