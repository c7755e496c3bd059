internal import WaldoBus
internal import WaldoCore

/// A device that BlueZ knows, near or not.
struct Device: Equatable {
    var path: String
    var adapter: String
    var address: String
    /// As it came over the air; show it only through `shield`.
    var name: String
    var rssi: Int?
    /// When that was heard, if it was heard by us.
    var heardAt: Microseconds?
    var services: [BluetoothUUID]
    var isConnected: Bool
    var isPaired: Bool
    /// The keys of the pairing are kept, and BlueZ has every later connection encrypted with them before anything is
    /// written.
    var isBonded: Bool
    var servicesResolved: Bool

    /// 127: the controller could not tell (Bluetooth Core Specification, Vol 4 Part E, 7.7.65.2).
    private static let rssiUnknown = 127

    init(_ path: String, _ properties: ObjectTree.Properties) {
        self.path = path
        adapter = properties["Adapter"]?.text ?? ""
        address = properties["Address"]?.text?.uppercased() ?? ""
        name = properties["Name"]?.text ?? ""
        rssi = properties["RSSI"]?.integer.flatMap { $0 == Self.rssiUnknown ? nil : $0 }
        services = (properties["UUIDs"]?.texts ?? []).compactMap { BluetoothUUID($0) }
        isConnected = properties["Connected"]?.bool ?? false
        isPaired = properties["Paired"]?.bool ?? false
        // BlueZ tells of bonds since 5.65; before, what was paired was bonded too.
        isBonded = properties["Bonded"]?.bool ?? isPaired
        servicesResolved = properties["ServicesResolved"]?.bool ?? false
    }

    /// What the operator is shown.
    var peripheral: Peripheral {
        Peripheral(name: shownName(name), address: shownName(address), rssi: rssi, heardAt: heardAt)
    }
}
