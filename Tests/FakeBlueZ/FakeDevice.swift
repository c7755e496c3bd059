import WaldoBus
import WaldoLoop

/// A device of the fake: what it is, and how it stands with BlueZ.
@LoopActor
final class FakeDevice {
    let adapter: String
    let address: String
    var name = ""
    /// Those that it has.
    var services: [String] = []
    /// The one that it advertises, where that is another.
    var advertised: String?
    /// UUID and flags, in the order of their handles; all belong to the first service.
    var characteristics: [(uuid: String, flags: [String])] = []
    /// What its Device Information service has.
    var information: [(uuid: String, flags: [String])] = []
    var rssi: Int16 = -50
    var mtu: UInt16 = 23
    var isPaired = false
    var isBonded = false
    /// It does not advertise.
    var isQuiet = false
    /// BlueZ remembers it without its characteristics until it is told to forget it.
    var isStale = false
    /// Its notifications, and the end of the discovery of its services, have yet to come.
    var isLate = false
    /// It does not read its write socket.
    var isDeaf = false
    /// Of what is written to its socket it takes one record each so many microseconds, and throws the rest away on
    /// hang-up.
    var miserliness: Int64?
    /// How many more connections it leaves while its services are discovered.
    var leaves = 0
    /// BlueZ has discovered its services in vain: it knows none, and takes up none that it advertises until it forgets
    /// it.
    var isUnresolved = false

    var isExported = false
    var isConnected = false
    /// Our end of the write socket.
    var socket: OwnedDescriptor?
    var watch: FileWatch?
    /// Armed while a miserly device takes nothing.
    var pause: LoopTimer?
    /// The characteristic that the write socket stands for.
    var acquired: String?
    /// A packet socket that came with the process: its other end gets every write as it is, and nothing is reported.
    var tap: CInt?

    init(adapter: String, address: String) {
        self.adapter = adapter
        self.address = address
    }

    /// The services that it advertises.
    var onAir: [String] { advertised.map { [$0] } ?? services }
    var path: String { "\(adapter)/dev_\(address.map { $0 == ":" ? "_" : String($0) }.joined())" }
    var servicePath: String { "\(path)/service0001" }
    var informationPath: String { "\(path)/service0010" }
    func path(ofCharacteristic index: Int) -> String { "\(servicePath)/char000\(index)" }

    /// Every characteristic with its path, service, UUID and flags.
    var everything: [(path: String, service: String, uuid: String, flags: [String])] {
        characteristics.enumerated().map { (path(ofCharacteristic: $0), servicePath, $1.uuid, $1.flags) }
            + information.enumerated().map { ("\(informationPath)/char001\($0)", informationPath, $1.uuid, $1.flags) }
    }

    var properties: [String: Value] {
        let known = isConnected ? services : onAir
        return [
            "Adapter": .objectPath(adapter), "Address": .string(address), "Name": .string(name),
            "Alias": .string(name), "UUIDs": .strings(isUnresolved ? [] : known), "RSSI": .int16(rssi),
            "Paired": .bool(isPaired), "Bonded": .bool(isBonded), "Connected": .bool(isConnected),
            "ServicesResolved": .bool(isConnected && !isLate),
        ]
    }

    /// The objects below the device, which are there while it is connected.
    var gatt: [String: [String: [String: Value]]] {
        guard isConnected, let service = services.first else { return [:] }
        let services =
            [(servicePath, service)]
            + (information.isEmpty ? [] : [(informationPath, "0000180a-0000-1000-8000-00805f9b34fb")])
        var objects: [String: [String: [String: Value]]] = [:]
        for (place, uuid) in services {
            objects[place] = [
                "org.bluez.GattService1": ["UUID": .string(uuid), "Device": .objectPath(path), "Primary": .bool(true)]
            ]
        }
        for one in everything where !isStale && !(isLate && one.flags.contains("notify")) {
            objects[one.path] = [
                "org.bluez.GattCharacteristic1": [
                    "UUID": .string(one.uuid), "Service": .objectPath(one.service), "Flags": .strings(one.flags),
                    "MTU": .uint16(mtu), "WriteAcquired": .bool(one.path == acquired),
                ]
            ]
        }
        return objects
    }
}
