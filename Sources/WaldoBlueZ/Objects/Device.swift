import WaldoBus
import WaldoCore
import WaldoTime

/// A device that BlueZ knows, in range or not.
struct Device: Equatable {
    var path: String
    var adapter: String
    var address: String
    /// As received over the air; show it only through `peripheral`, which escapes it.
    var name: String
    var rssi: Int?
    /// When `rssi` was received; nil if not during this session.
    var heardAt: Instant?
    var services: [BluetoothUUID]
    var isConnected: Bool
    var isPaired: Bool
    /// The keys of the pairing are stored, and BlueZ encrypts every later connection with them before anything is
    /// written.
    var isBonded: Bool
    var servicesResolved: Bool

    /// 127: the controller could not measure it (Bluetooth Core Specification, Vol 4 Part E, 7.7.65.2).
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
        // BlueZ reports bonds since 5.65; before that, a paired device was also bonded.
        isBonded = properties["Bonded"]?.bool ?? isPaired
        servicesResolved = properties["ServicesResolved"]?.bool ?? false
    }

    /// The device as it is shown to the operator.
    var peripheral: Peripheral {
        Peripheral(
            name: SafeText.escaped(name, upTo: .max), address: SafeText.escaped(address, upTo: .max), rssi: rssi,
            heardAt: heardAt)
    }
}
