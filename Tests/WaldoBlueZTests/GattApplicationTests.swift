import Testing
import WaldoBus
import WaldoCore
import WaldoTestSupport

@testable import WaldoBlueZ

/// What bluetoothd calls on the objects of a peripheral, and what it is answered: without a bus.
struct GattApplicationTests {
    private static let service = BluetoothUUID("713d0000-503e-4c75-ba94-3148f18d941e")!
    private static let receives = BluetoothUUID("713d0003-503e-4c75-ba94-3148f18d941e")!
    private static let speaks = BluetoothUUID("713d0002-503e-4c75-ba94-3148f18d941e")!
    private static let model = BluetoothUUID("2a24")!
    private static let characteristic = "org.bluez.GattCharacteristic1"
    private static let paths = (
        receives: "/waldo/application/service0/characteristic0", speaks: "/waldo/application/service0/characteristic1",
        model: "/waldo/application/service1/characteristic0"
    )

    private var application = GattApplication([
        GattService(
            service,
            [
                GattCharacteristic(receives, [.writeWithoutResponse, .write], maxBytes: 20),
                GattCharacteristic(speaks, [.notify]),
            ]),
        GattService(BluetoothUUID("180a")!, [GattCharacteristic(model, [.read], value: Array("arm".utf8))]),
    ])

    private mutating func answer(
        _ member: String, at path: String, _ arguments: [Value] = [], of interface: String = characteristic
    ) -> (reply: MethodReply, event: GattApplication.Event?) {
        application.answer(MethodCall(member, of: interface, at: path, from: ":1.7", arguments))
    }

    private mutating func write(_ bytes: [UInt8], _ options: [String: Value] = [:], at path: String = paths.receives)
        -> (reply: MethodReply, event: GattApplication.Event?)
    {
        answer("WriteValue", at: path, [.bytes(bytes), .dictionary(options)])
    }

    private func error(_ reply: MethodReply) -> String? {
        if case .failure(let name, _) = reply { name } else { nil }
    }

    // MARK: the objects

    private mutating func exported() throws -> [ExportedObject] {
        let reply = answer("GetManagedObjects", at: "/waldo/application", of: "org.freedesktop.DBus.ObjectManager")
            .reply
        let objects: [ExportedObject]? = if case .objects(let objects) = reply { objects } else { nil }
        return try #require(objects)
    }

    /// What org.bluez.GattManager1 requires (BlueZ, doc/org.bluez.GattManager.rst and GattCharacteristic.rst).
    @Test mutating func theObjectsAreThoseThatBlueZRegisters() throws {
        let objects = try exported()
        var byPath: [String: [String: [String: Value]]] = [:]
        for object in objects { byPath[object.path] = object.interfaces }
        #expect(byPath.count == 5)
        let service = try #require(byPath["/waldo/application/service0"]?["org.bluez.GattService1"])
        #expect(service["UUID"] == .string("713d0000-503e-4c75-ba94-3148f18d941e"))
        #expect(service["Primary"] == .bool(true))
        let receives = try #require(byPath[Self.paths.receives]?[Self.characteristic])
        #expect(receives["Service"] == .objectPath("/waldo/application/service0"))
        #expect(receives["Flags"] == .strings(["write-without-response", "write"]))
        let speaks = try #require(byPath[Self.paths.speaks]?[Self.characteristic])
        #expect(speaks["UUID"] == .string("713d0002-503e-4c75-ba94-3148f18d941e"))
        #expect(speaks["Flags"] == .strings(["notify"]))
    }

    /// A declaration before each value, and one descriptor behind a value that notifies: no two share a handle.
    @Test mutating func handlesLeaveRoomForDeclarationsAndDescriptors() throws {
        let objects = try exported()
        let handles = objects.map { $0.interfaces.values.first?["Handle"]?.integer }
        // Service 0x100; 0x101 and 0x102; 0x103, 0x104 and 0x105; service 0x106; 0x107 and 0x108.
        #expect(handles == [0x100, 0x102, 0x104, 0x106, 0x108])
    }

    // MARK: writing

    @Test mutating func aWriteIsHandedOn() {
        let device = "/org/bluez/hci0/dev_01_02_03_04_05_06"
        let (reply, event) = write([0x46, 0x3e], ["device": .objectPath(device), "mtu": .uint16(517)])
        #expect(reply == .values([]))
        #expect(event == .written(Self.receives, Frame([0x46, 0x3e])!, device: device))
        #expect(
            write([], ["type": .string("request"), "offset": .uint16(0)]).event
                == .written(Self.receives, Frame(), device: nil))
    }

    @Test mutating func aWriteThatIsNoneIsRefused() {
        let refusals: [(Value, Value, String)] = [
            (.bytes([1]), .dictionary(["offset": .uint16(1)]), "org.bluez.Error.InvalidOffset"),
            (.bytes([1]), .dictionary(["offset": .int32(-1)]), "org.bluez.Error.InvalidOffset"),
            (.bytes([1]), .dictionary(["type": .string("reliable")]), "org.bluez.Error.NotSupported"),
            (.bytes([1]), .dictionary(["prepare-authorize": .bool(true)]), "org.bluez.Error.NotSupported"),
            (.bytes(Array(repeating: 7, count: 21)), .dictionary([:]), "org.bluez.Error.InvalidValueLength"),
            (.string("F>"), .dictionary([:]), "org.freedesktop.DBus.Error.InvalidArgs"),
            (.bytes([1]), .string(""), "org.freedesktop.DBus.Error.InvalidArgs"),
        ]
        for (value, options, name) in refusals {
            let (reply, event) = answer("WriteValue", at: Self.paths.receives, [value, options])
            #expect(error(reply) == name)
            #expect(event == nil)
        }
        #expect(write(Array(repeating: 7, count: 20)).event != nil)
        #expect(
            error(answer("WriteValue", at: Self.paths.receives, [.bytes([1])]).reply)?.hasSuffix("InvalidArgs") == true)
        #expect(error(write([1], at: Self.paths.speaks).reply) == "org.bluez.Error.NotSupported")
        #expect(error(write([1], at: "/waldo/application/service0").reply)?.hasSuffix("UnknownInterface") == true)
    }

    // MARK: reading

    @Test mutating func aValueIsReadFromItsOffsetOn() {
        func read(_ offset: Int32?) -> MethodReply {
            answer("ReadValue", at: Self.paths.model, [.dictionary(offset.map { ["offset": .int32($0)] } ?? [:])]).reply
        }
        #expect(read(nil) == .values([.bytes([0x61, 0x72, 0x6d])]))
        #expect(read(2) == .values([.bytes([0x6d])]))
        #expect(read(3) == .values([.bytes([])]))
        #expect(error(read(4)) == "org.bluez.Error.InvalidOffset")
        #expect(error(read(-1)) == "org.bluez.Error.InvalidOffset")
        #expect(error(answer("ReadValue", at: Self.paths.model).reply)?.hasSuffix("InvalidArgs") == true)
        #expect(
            error(answer("ReadValue", at: Self.paths.receives, [.dictionary([:])]).reply)
                == "org.bluez.Error.NotSupported")
    }

    // MARK: notifying

    @Test mutating func subscriptionsAreReportedOnce() {
        #expect(!application.isListened(Self.speaks))
        #expect(answer("StartNotify", at: Self.paths.speaks).event == .listening(Self.speaks, true))
        #expect(answer("StartNotify", at: Self.paths.speaks).event == nil)
        #expect(application.isListened(Self.speaks))
        #expect(answer("StopNotify", at: Self.paths.speaks).event == .listening(Self.speaks, false))
        #expect(answer("StopNotify", at: Self.paths.speaks) == (.values([]), nil))
        #expect(!application.isListened(Self.speaks))
        #expect(error(answer("StartNotify", at: Self.paths.receives).reply) == "org.bluez.Error.NotSupported")
        #expect(
            error(answer("StartNotify", at: Self.paths.speaks, [.bool(true)]).reply)?.hasSuffix("InvalidArgs") == true)
        #expect(!application.isListened(Self.speaks))
    }

    // MARK: whatever comes

    @Test mutating func unknownMethodsAndObjectsAreNamed() {
        #expect(error(answer("AcquireWrite", at: Self.paths.receives).reply)?.hasSuffix("UnknownMethod") == true)
        #expect(error(answer("Confirm", at: Self.paths.speaks).reply)?.hasSuffix("UnknownMethod") == true)
        #expect(
            error(answer("WriteValue", at: "/waldo/application/service7").reply)?.hasSuffix("UnknownObject") == true)
    }

    /// A write is handed on only by a well-formed WriteValue to a characteristic that takes it, whatever else comes.
    @Test mutating func whateverIsCalledIsAnswered() {
        var random = SeededGenerator(17)
        let members = [
            "WriteValue", "ReadValue", "StartNotify", "StopNotify", "Get", "GetAll", "Set", "GetManagedObjects", "",
        ]
        let interfaces = [
            Self.characteristic, "org.bluez.GattService1", "org.freedesktop.DBus.Properties",
            "org.freedesktop.DBus.ObjectManager", "",
        ]
        let paths = [Self.paths.receives, Self.paths.speaks, Self.paths.model, "/waldo/application", "/", ""]
        let options: [Value] = [
            .dictionary([:]), .dictionary(["offset": .int32(.min)]), .dictionary(["offset": .uint32(.max)]),
            .dictionary(["offset": .string("1"), "type": .bool(true), "device": .bytes([])]),
        ]
        let values: [Value] = [
            .bytes([1, 2]), .bytes(Array(repeating: 0, count: 600)), .string("org.bluez.GattCharacteristic1"),
            .string("Value"), .variant(.bool(true)), .objectPath("/"), .bool(false),
        ]
        var written = 0
        for _ in 0..<20_000 {
            // Half of each part is what a write needs, so that some calls are writes.
            func pick<Part>(_ usual: Part, _ parts: [Part]) -> Part {
                Bool.random(using: &random) ? usual : parts.randomElement(using: &random)!
            }
            let count = pick(2, [0, 1, 3])
            let arguments = (0..<count).map { pick($0 == 0 ? values[0] : options[0], values + options) }
            let call = MethodCall(
                pick("WriteValue", members), of: pick(Self.characteristic, interfaces),
                at: pick(Self.paths.receives, paths), from: ":1.7", arguments)
            let (reply, event) = application.answer(call)
            guard case .written(let uuid, let frame, _) = event else { continue }
            written += 1
            #expect(reply == .values([]))
            #expect(uuid == Self.receives && call.path == Self.paths.receives && call.member == "WriteValue")
            #expect(frame.bytes == call.arguments[0].bytes)
        }
        #expect(written > 100)
    }
}
