import WaldoBus
import WaldoCore

/// The objects that `GattManager1.RegisterApplication` takes, services and their characteristics, and their answers to
/// the calls by which bluetoothd hands over what a client does (org.bluez.GattService1, GattCharacteristic1).
///
/// A value without I/O: a call goes in, a reply comes out, and what has happened.
struct GattApplication {
    /// What a call has changed.
    enum Event: Equatable {
        /// A client has written; `device` is the object path of the client.
        case written(BluetoothUUID, Frame, device: String?)
        /// The first client has subscribed to a characteristic, or the last one no longer is.
        case listening(BluetoothUUID, Bool)
    }

    /// The path that bluetoothd asks for the objects.
    static let root = "/waldo/application"
    /// The first handle. The same services have the same handles each time, as those of a real peripheral: a client
    /// may remember them.
    private static let firstHandle: UInt16 = 0x0100

    private let objects: ExportedObjects
    private let characteristics: [String: GattCharacteristic]
    /// The paths of the characteristics that a client has subscribed to.
    private var listened: Set<String> = []

    /// - Parameter services: their characteristics have different UUIDs.
    init(_ services: [GattService]) {
        var objects: [ExportedObject] = [], characteristics: [String: GattCharacteristic] = [:]
        var handle = Self.firstHandle
        for (index, service) in services.enumerated() {
            let path = "\(Self.root)/service\(index)"
            objects.append(
                ExportedObject(
                    path,
                    [
                        BlueZNames.gattService: [
                            "UUID": .string(service.uuid.description), "Primary": .bool(true),
                            "Handle": .uint16(handle),
                        ]
                    ]))
            for (index, one) in service.characteristics.enumerated() {
                // Its declaration has the handle before. Behind one that notifies bluetoothd puts the descriptor by
                // which clients subscribe.
                handle += 2
                let characteristic = "\(path)/characteristic\(index)"
                objects.append(
                    ExportedObject(
                        characteristic,
                        [
                            BlueZNames.characteristic: [
                                "UUID": .string(one.uuid.description), "Service": .objectPath(path),
                                "Flags": .strings(one.properties.map(\.rawValue)), "Handle": .uint16(handle),
                            ]
                        ]))
                characteristics[characteristic] = one
                if one.properties.contains(.notify) { handle += 1 }
            }
            handle += 1
        }
        self.objects = ExportedObjects(objects, managedAt: Self.root)
        self.characteristics = characteristics
    }

    /// Whether a call is to one of these objects.
    func owns(_ call: MethodCall) -> Bool { call.path == Self.root || call.path.hasPrefix(Self.root + "/") }

    /// Whether a client has subscribed to a characteristic.
    func isListened(_ uuid: BluetoothUUID) -> Bool { listened.contains { characteristics[$0]?.uuid == uuid } }

    /// The path of the characteristic with this UUID.
    func path(of uuid: BluetoothUUID) -> String? { characteristics.first { $1.uuid == uuid }?.key }

    /// The answer to a call, and what it has changed.
    mutating func answer(_ call: MethodCall) -> (reply: MethodReply, event: Event?) {
        if let reply = objects.answer(call) { return (reply, nil) }
        guard let characteristic = characteristics[call.path] else { return (.unknownMethod(call), nil) }
        switch call.member {
        case "ReadValue": return (read(call, characteristic), nil)
        case "WriteValue": return write(call, characteristic)
        case "StartNotify", "StopNotify": return listen(call, characteristic)
        default: return (.unknownMethod(call), nil)
        }
    }

    private func read(_ call: MethodCall, _ characteristic: GattCharacteristic) -> MethodReply {
        guard call.signature == "a{sv}", let options = call.arguments.first?.entries else {
            return .invalidArguments(call, expected: "a{sv}")
        }
        guard characteristic.properties.contains(.read) else { return .notSupported("it cannot be read") }
        let offset = options["offset"]?.integer ?? 0
        guard (0...characteristic.value.count).contains(offset) else { return .invalidOffset(offset) }
        return .values([.bytes(Array(characteristic.value[offset...]))])
    }

    private func write(_ call: MethodCall, _ characteristic: GattCharacteristic) -> (MethodReply, Event?) {
        guard call.signature == "aya{sv}", call.arguments.count == 2, let bytes = call.arguments[0].bytes,
            let options = call.arguments[1].entries
        else { return (.invalidArguments(call, expected: "aya{sv}"), nil) }
        guard characteristic.isWritable else { return (.notSupported("it cannot be written to"), nil) }
        // A write in parts, or one to be confirmed first, is no write of a serial shield.
        let offset = options["offset"]?.integer ?? 0
        guard offset == 0 else { return (.invalidOffset(offset), nil) }
        guard options["type"]?.text != "reliable", options["prepare-authorize"]?.bool != true else {
            return (.notSupported("it takes no prepared writes"), nil)
        }
        guard bytes.count <= characteristic.maxBytes, let frame = Frame(bytes) else {
            return (.invalidLength(bytes.count, limit: characteristic.maxBytes), nil)
        }
        return (.done, .written(characteristic.uuid, frame, device: options["device"]?.text))
    }

    private mutating func listen(_ call: MethodCall, _ characteristic: GattCharacteristic) -> (MethodReply, Event?) {
        guard call.signature.isEmpty else { return (.invalidArguments(call, expected: ""), nil) }
        guard characteristic.properties.contains(.notify) else { return (.notSupported("it does not notify"), nil) }
        let starts = call.member == "StartNotify"
        let isNews = starts ? listened.insert(call.path).inserted : listened.remove(call.path) != nil
        return (.done, isNews ? .listening(characteristic.uuid, starts) : nil)
    }
}
