import WaldoBus
import WaldoLoop
import WaldoTime

/// A device of the fake: its properties, and its state in BlueZ.
@LoopActor
final class FakeDevice {
    let adapter: String
    let address: String
    var name = ""
    /// The UUIDs of its services.
    var services: [String] = []
    /// The UUID that it advertises instead of `services`, if any.
    var advertised: String?
    /// UUID and flags, in the order of their handles; all belong to the first service.
    var characteristics: [(uuid: String, flags: [String])] = []
    /// The characteristics of its Device Information service: UUID and flags.
    var information: [(uuid: String, flags: [String])] = []
    var rssi: Int16 = -50
    var mtu: UInt16 = 23
    var isPaired = false
    var isBonded = false
    /// It does not advertise.
    var isQuiet = false
    /// BlueZ has it cached without its characteristics, until the device is removed.
    var isStale = false
    /// Characteristics with notifications and ServicesResolved are delayed until `resolve`.
    var isLate = false
    /// It does not read its write socket.
    var isDeaf = false
    /// It reads one record of its write socket each time this long has passed, and discards the rest on
    /// hang-up; nil reads everything at once.
    var miserliness: TimeSpan?
    /// The notifications by which it answers writes: their characteristic and bytes, and the question; nil: any write.
    var answers: [(uuid: String, bytes: [UInt8], question: [UInt8]?)] = []
    /// How many of the next connections it drops during service discovery.
    var leaves = 0
    /// BlueZ's service discovery has failed: it lists no services, and ignores those advertised, until it forgets the
    /// device.
    var isUnresolved = false

    var isExported = false
    var isConnected = false
    /// The paths of the characteristics that were subscribed to.
    var subscribed: Set<String> = []
    /// The characteristics whose write sockets are acquired.
    var writers: [FakeWriter] = []
    /// A packet socket inherited by the process: every write is copied to it unchanged, and nothing is reported.
    var tap: CInt?

    init(adapter: String, address: String) {
        self.adapter = adapter
        self.address = address
    }

    /// The UUIDs of the services that it advertises.
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

    /// The UUID of a characteristic, where several take commands; nil: it is the only one.
    func uuidAmongSeveral(_ path: String) -> String? {
        let taking = everything.filter { $0.flags.contains { $0.hasPrefix("write") } }
        return taking.count < 2 ? nil : taking.first { $0.path == path }?.uuid
    }

    /// Whether a characteristic's write socket is acquired.
    func isAcquired(_ path: String) -> Bool { writers.contains { $0.path == path } }

    var properties: [String: Value] {
        let known = isConnected ? services : onAir
        return [
            "Adapter": .objectPath(adapter), "Address": .string(address), "Name": .string(name),
            "Alias": .string(name), "UUIDs": .strings(isUnresolved ? [] : known), "RSSI": .int16(rssi),
            "Paired": .bool(isPaired), "Bonded": .bool(isBonded), "Connected": .bool(isConnected),
            "ServicesResolved": .bool(isConnected && !isLate),
        ]
    }

    /// The objects below the device, present while it is connected.
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
                    "MTU": .uint16(mtu), "WriteAcquired": .bool(isAcquired(one.path)),
                ]
            ]
        }
        return objects
    }
}
