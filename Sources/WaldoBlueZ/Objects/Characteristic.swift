import WaldoBus
import WaldoCore

/// A characteristic of a connected device.
struct Characteristic: Equatable {
    var path: String
    var service: String
    var uuid: BluetoothUUID?
    var flags: Set<String>
    var writeAcquired: Bool
    /// The ATT MTU in bytes; nil if this version of BlueZ does not report it.
    var mtu: Int?

    init(_ path: String, _ properties: ObjectTree.Properties) {
        self.path = path
        service = properties["Service"]?.text ?? ""
        uuid = properties["UUID"]?.text.flatMap { BluetoothUUID($0) }
        flags = Set(properties["Flags"]?.texts ?? [])
        writeAcquired = properties["WriteAcquired"]?.bool ?? false
        mtu = properties["MTU"]?.integer
    }

    var takesCommands: Bool { flags.contains("write-without-response") }
    var takesRequests: Bool { flags.contains("write") }
    var isWritable: Bool { takesCommands || takesRequests }
    var isReadable: Bool { flags.contains("read") }
    var speaks: Bool { flags.contains("notify") || flags.contains("indicate") }

    /// Its UUID and properties, for a message.
    var summary: String { "\(uuid?.description ?? path) (\(flags.sorted().joined(separator: ", ")))" }
}
