import WaldoBus

/// A Bluetooth adapter of this machine.
struct Adapter: Equatable {
    var path: String
    var address: String
    var isPowered: Bool
    var isDiscovering: Bool
    /// Whether it can advertise and be connected to. BlueZ lists the roles since 5.51.
    var canBePeripheral: Bool
    /// Whether it can connect to others over Low Energy.
    var hasLowEnergy: Bool
    /// The device id that it shows to others; empty if it states none.
    var modalias: String

    init(_ path: String, _ properties: ObjectTree.Properties) {
        self.path = path
        address = properties["Address"]?.text ?? ""
        isPowered = properties["Powered"]?.bool ?? false
        isDiscovering = properties["Discovering"]?.bool ?? false
        let roles = properties["Roles"]?.texts
        canBePeripheral = roles?.contains("peripheral") ?? true
        hasLowEnergy = roles?.contains { $0.hasPrefix("central") } ?? true
        modalias = properties["Modalias"]?.text ?? ""
    }

    /// The name, such as hci0.
    var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }

    /// The adapter with the wanted name or address, else the first that is powered.
    /// - Throws: `.noAdapter` or `.adapterOff`.
    static func choose(_ wanted: String?, among adapters: [Adapter]) throws(BlueZError) -> Adapter {
        guard let wanted else {
            let powered = adapters.filter(\.isPowered)
            if let chosen = powered.first(where: \.hasLowEnergy) ?? powered.first { return chosen }
            if let first = adapters.first { throw .adapterOff(first.name) }
            throw .noAdapter(wanted: nil, seen: [])
        }
        let named = adapters.first { $0.name == wanted || $0.address.lowercased() == wanted.lowercased() }
        guard let named else { throw .noAdapter(wanted: wanted, seen: adapters.map(\.name)) }
        guard named.isPowered else { throw .adapterOff(named.name) }
        return named
    }
}
