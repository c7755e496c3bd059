import WaldoBus
import WaldoCore

/// A copy of BlueZ's objects: by path, their interfaces, their properties. A value without I/O.
struct ObjectTree: Equatable {
    typealias Properties = [String: Value]

    private(set) var objects: [String: [String: Properties]] = [:]
    /// Devices that were heard on the air since `forgetSeen`.
    private(set) var seen: Set<String> = []
    /// How often each device was reported as disconnected, by path.
    private(set) var drops: [String: Int] = [:]

    /// Properties that BlueZ reports only when it receives an advertisement. While discovery runs with a filter, RSSI
    /// is reported each time, changed or not.
    private static let heardOnAir: Set<String> = [
        "RSSI", "TxPower", "ManufacturerData", "ServiceData", "AdvertisingFlags",
    ]

    /// GetManagedObjects: replaces all objects.
    mutating func replace(_ all: [String: [String: Properties]]) {
        objects = [:]
        for (path, interfaces) in all { merge(path, interfaces) }
    }

    /// InterfacesAdded: adds an object's interfaces.
    mutating func add(_ path: String, _ interfaces: [String: Properties]) {
        merge(path, interfaces)
        if interfaces[BlueZNames.device] != nil { seen.insert(path) }
    }

    /// InterfacesRemoved: removes an object's interfaces.
    mutating func remove(_ path: String, _ interfaces: [String]) {
        for interface in interfaces { objects[path]?[interface] = nil }
        if objects[path]?.isEmpty == true { objects[path] = nil }
        if interfaces.contains(BlueZNames.device) {
            seen.remove(path)
            drops[path] = nil
        }
    }

    /// PropertiesChanged: updates an object's properties. Changes of an unknown object are ignored: InterfacesAdded
    /// will contain them.
    mutating func change(_ path: String, _ interface: String, _ changed: Properties, _ invalidated: [String]) {
        guard objects[path]?[interface] != nil else { return }
        objects[path]?[interface]?.merge(changed) { $1 }
        for name in invalidated { objects[path]?[interface]?[name] = nil }
        guard interface == BlueZNames.device else { return }
        if changed.keys.contains(where: Self.heardOnAir.contains) { seen.insert(path) }
        if changed["Connected"] == .bool(false) { drops[path, default: 0] += 1 }
    }

    /// Clears the set of devices seen, so that only those heard from now on count. While another client is already
    /// scanning, BlueZ may not report what it hears; on such an adapter a device with a signal strength counts too,
    /// even if the controller could not measure it.
    mutating func forgetSeen() {
        let isScanned = Set(adapters.filter { $0.isDiscovering }.map(\.path))
        let heard = objects.filter { $1[BlueZNames.device]?["RSSI"] != nil }
        seen = Set(heard.keys.filter { device($0).map { isScanned.contains($0.adapter) } ?? false })
    }

    private mutating func merge(_ path: String, _ interfaces: [String: Properties]) {
        for (interface, properties) in interfaces where BlueZNames.interfaces.contains(interface) {
            objects[path, default: [:]][interface] = properties
        }
    }
}

extension ObjectTree {
    /// The adapters, sorted by path: hci0 first.
    var adapters: [Adapter] {
        objects.compactMap { path, interfaces in interfaces[BlueZNames.adapter].map { Adapter(path, $0) } }
            .sorted { $0.path < $1.path }
    }

    /// The devices of all adapters, sorted by path.
    var devices: [Device] {
        objects.compactMap { path, interfaces in interfaces[BlueZNames.device].map { Device(path, $0) } }
            .sorted { $0.path < $1.path }
    }

    /// The addresses of the devices whose write socket a program has: it drives them.
    var acquired: [String] {
        devices.filter { characteristics(of: $0.path).contains(where: \.writeAcquired) }.map(\.address)
    }

    /// The device at a path.
    func device(_ path: String) -> Device? { objects[path]?[BlueZNames.device].map { Device(path, $0) } }

    /// The characteristics of a device's services with this UUID, in the order of their handles.
    func characteristics(of device: String, service: String) -> [Characteristic] {
        let services = Set(
            objects.filter { path, interfaces in
                path.hasPrefix(device + "/")
                    && interfaces[BlueZNames.gattService]?["UUID"]?.text?.lowercased() == service
            }.keys)
        return objects.compactMap { path, interfaces in
            interfaces[BlueZNames.characteristic].map { Characteristic(path, $0) }
        }
        .filter { services.contains($0.service) }
        .sorted { $0.path < $1.path }
    }

    /// All characteristics of a device, in the order of their handles.
    func characteristics(of device: String) -> [Characteristic] {
        objects.compactMap { path, interfaces in
            path.hasPrefix(device + "/") ? interfaces[BlueZNames.characteristic].map { Characteristic(path, $0) } : nil
        }
        .sorted { $0.path < $1.path }
    }

    /// The readable characteristics of a device, ordered by how safe reading them is. First those whose reading is
    /// known to change nothing: Device Information and GAP hold constants, the arm's own service is ours to use, other
    /// services with a number from the Bluetooth SIG are documented. Then those with notifications, `heard`, whose
    /// values mix with those of a read. Last those in unknown services.
    func readable(of device: String, ofArm own: BluetoothUUID, heard: Set<String> = []) -> [Characteristic] {
        func rank(_ one: Characteristic) -> Int {
            if heard.contains(one.path) { return 4 }
            let uuid = objects[one.service]?[BlueZNames.gattService]?["UUID"]?.text.flatMap { BluetoothUUID($0) }
            guard let uuid else { return 5 }
            if uuid == BluetoothUUID("180a") { return 0 }
            if uuid == BluetoothUUID("1800") { return 1 }
            if uuid == own { return 2 }
            return BluetoothUUID(uuid.description.prefix(8).suffix(4)) == uuid ? 3 : 5
        }
        return objects.compactMap { path, interfaces -> (rank: Int, Characteristic)? in
            guard path.hasPrefix(device + "/"), let properties = interfaces[BlueZNames.characteristic] else {
                return nil
            }
            let one = Characteristic(path, properties)
            return one.isReadable ? (rank(one), one) : nil
        }
        .sorted { ($0.rank, $0.1.path) < ($1.rank, $1.1.path) }
        .map(\.1)
    }

    /// The UUIDs of the services discovered on a connected device, sorted.
    func services(of device: String) -> [String] {
        let all = objects.filter { $0.key.hasPrefix(device + "/") }
            .compactMap { $0.value[BlueZNames.gattService]?["UUID"]?.text }
        return Set(all).sorted()
    }
}
