import WaldoBus
import WaldoCore

/// What a peripheral advertises, and the object that `LEAdvertisingManager1.RegisterAdvertisement` takes
/// (org.bluez.LEAdvertisement1). A value without I/O.
struct Advertisement {
    /// What a call has changed: bluetoothd has ended the advertisement.
    enum Event { case released }

    static let path = "/waldo/advertisement"
    /// The most bytes of a legacy advertisement, and of its scan response (Core Specification, Vol 6 Part B, 2.3.1.1).
    static let capacity = 31
    /// The most bytes of a name: BlueZ puts it into the scan response, behind its length and type.
    static let nameCapacity = capacity - 2

    /// The services that it names.
    let services: [BluetoothUUID]
    /// The services that it has no room for.
    let omitted: [BluetoothUUID]
    private let objects: ExportedObjects

    /// - Parameters:
    ///   - name: the local name, at most `nameCapacity` bytes.
    ///   - services: those to name, the most important one first.
    init(name: String, services: [BluetoothUUID]) {
        var fitting: [BluetoothUUID] = [], omitted: [BluetoothUUID] = []
        for service in services {
            if Self.size(of: fitting + [service]) <= Self.capacity {
                fitting.append(service)
            } else {
                omitted.append(service)
            }
        }
        self.services = fitting
        self.omitted = omitted
        let properties: [String: Value] = [
            "Type": .string("peripheral"), "LocalName": .string(name), "Discoverable": .bool(true),
            "ServiceUUIDs": .strings(fitting.map(\.description)),
        ]
        objects = ExportedObjects([ExportedObject(Self.path, [BlueZNames.advertisement: properties])])
    }

    /// The bytes of the flags and of the lists of UUIDs, which have 2 or 16 bytes each behind length and type.
    private static func size(of services: [BluetoothUUID]) -> Int {
        let short = services.count(where: \.isShort), long = services.count - short
        return 3 + (short > 0 ? 2 + 2 * short : 0) + (long > 0 ? 2 + 16 * long : 0)
    }

    /// The answer to a call, and what it has changed.
    func answer(_ call: MethodCall) -> (reply: MethodReply, event: Event?) {
        if let reply = objects.answer(call) { return (reply, nil) }
        guard call.member == "Release" else { return (.unknownMethod(call), nil) }
        return call.signature.isEmpty ? (.done, .released) : (.invalidArguments(call, expected: ""), nil)
    }
}

extension BluetoothUUID {
    /// Whether it is a 16-bit number of the Bluetooth SIG.
    fileprivate var isShort: Bool { BluetoothUUID(description.prefix(8).suffix(4)) == self }
}
