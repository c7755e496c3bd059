import WaldoBus

extension BlueZError {
    /// Converts an error of the bus that occurred while a peripheral was registered on an adapter.
    static func from(_ error: BusError, registeringOn adapter: String, by method: String) -> BlueZError {
        switch ErrorMeaning(error) {
        // The manager is not there: the controller cannot advertise, or is used without Low Energy.
        case .noObject: .noPeripheralRole(adapter)
        case .denied(let barrier): .denied(what: "to be a peripheral", by: barrier)
        case .forbidden where method == "RegisterAdvertisement": .advertisingFull(adapter)
        default: from(error, doing: method)
        }
    }
}
