/// The clients of a peripheral: the devices that connect to its adapter while it advertises. A value without I/O.
///
/// BlueZ does not state who has connected to whom. What was connected before, a headset for example, is no client
/// unless it writes.
struct Centrals {
    /// What has changed.
    enum Change: Equatable {
        case connected(Peripheral)
        case gone(Peripheral)
    }

    /// The clients by their object paths.
    private(set) var connected: [String: Peripheral] = [:]
    /// Those that have written.
    private(set) var writers: Set<String> = []
    private var ignored: Set<String>

    /// - Parameter devices: those of the adapter as the peripheral begins to advertise.
    init(ignoring devices: [Device] = []) { ignored = Set(devices.filter(\.isConnected).map(\.path)) }

    /// Takes the devices of the adapter as they are now.
    mutating func update(_ devices: [Device]) -> [Change] {
        let now = devices.filter(\.isConnected)
        let paths = Set(now.map(\.path))
        ignored.formIntersection(paths)
        var changes: [Change] = []
        for (path, client) in connected where !paths.contains(path) {
            connected[path] = nil
            writers.remove(path)
            changes.append(.gone(client))
        }
        for device in now where connected[device.path] == nil && !ignored.contains(device.path) {
            connected[device.path] = device.peripheral
            changes.append(.connected(device.peripheral))
        }
        return changes
    }

    /// A device has written: it is a client.
    mutating func wrote(_ device: Device) -> Change? {
        writers.insert(device.path)
        ignored.remove(device.path)
        guard connected[device.path] == nil else { return nil }
        connected[device.path] = device.peripheral
        return .connected(device.peripheral)
    }
}
