import WaldoBus
import WaldoLoop

/// A device of the fake: what it is, and how it stands with BlueZ.
@LoopActor
final class FakeDevice {
    let adapter: String
    let address: String
    var name = ""
    var services: [String] = []
    /// UUID and flags, in the order of their handles; all belong to the first service.
    var characteristics: [(uuid: String, flags: [String])] = []
    var rssi: Int16 = -50
    var mtu: UInt16 = 23
    var isPaired = false
    /// It does not advertise.
    var isQuiet = false
    /// BlueZ remembers it without its characteristics until it is told to forget it.
    var isStale = false
    /// How many more connections it leaves while its services are discovered.
    var leaves = 0
    /// BlueZ has discovered its services in vain: it knows none, and takes up none that it advertises until it forgets it.
    var isUnresolved = false

    var isExported = false
    var isConnected = false
    /// Our end of the write socket.
    var socket: OwnedDescriptor?
    var watch: FileWatch?

    init(adapter: String, address: String) {
        self.adapter = adapter
        self.address = address
    }

    var path: String { "\(adapter)/dev_\(address.map { $0 == ":" ? "_" : String($0) }.joined())" }
    var servicePath: String { "\(path)/service0001" }
    func path(ofCharacteristic index: Int) -> String { "\(servicePath)/char000\(index)" }

    var properties: [String: Value] {
        [
            "Adapter": .objectPath(adapter), "Address": .string(address), "Name": .string(name),
            "Alias": .string(name), "UUIDs": .strings(isUnresolved ? [] : services), "RSSI": .int16(rssi),
            "Paired": .bool(isPaired), "Connected": .bool(isConnected), "ServicesResolved": .bool(isConnected),
        ]
    }

    /// The objects below the device, which are there while it is connected.
    var gatt: [String: [String: [String: Value]]] {
        guard isConnected, let service = services.first else { return [:] }
        var objects = [
            servicePath: [
                "org.bluez.GattService1": [
                    "UUID": Value.string(service), "Device": .objectPath(path), "Primary": .bool(true),
                ]
            ]
        ]
        for (index, one) in characteristics.enumerated() where !isStale {
            objects[path(ofCharacteristic: index)] = [
                "org.bluez.GattCharacteristic1": [
                    "UUID": .string(one.uuid), "Service": .objectPath(servicePath), "Flags": .strings(one.flags),
                    "MTU": .uint16(mtu), "WriteAcquired": .bool(socket != nil),
                ]
            ]
        }
        return objects
    }
}
