import Testing
import WaldoBus

/// Objects of ours answer as the D-Bus specification has it ("Standard Interfaces"), without a bus.
struct ExportedObjectsTests {
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let lamp = ExportedObject(
        "/lamps/one", ["waldo.Lamp": ["Bright": .bool(true), "Watts": .uint16(60)], "waldo.Thing": [:]])
    private static let other = ExportedObject("/lamps/two", ["waldo.Lamp": ["Bright": .bool(false)]])
    private let objects = ExportedObjects([lamp, other], managedAt: "/lamps")

    private func answer(
        _ member: String, _ interface: String = properties, at path: String = "/lamps/one", _ arguments: [Value] = []
    ) -> MethodReply? {
        objects.answer(MethodCall(member, of: interface, at: path, from: ":1.7", arguments))
    }

    private func error(_ reply: MethodReply?) -> String? {
        if case .failure(let name, _) = reply { String(name.split(separator: ".").last ?? "") } else { nil }
    }

    @Test func theManagerListsAllObjects() {
        let manager = "org.freedesktop.DBus.ObjectManager"
        #expect(answer("GetManagedObjects", manager, at: "/lamps") == .objects([Self.lamp, Self.other]))
        #expect(error(answer("GetManagedObjects", manager, at: "/lamps", [.string("x")])) == "InvalidArgs")
        #expect(error(answer("GetManagedObjects", manager)) == "UnknownInterface")
        #expect(error(answer("Else", manager, at: "/lamps")) == "UnknownMethod")
        #expect(error(answer("Get", at: "/lamps", [.string("waldo.Lamp"), .string("Bright")])) == "UnknownInterface")
    }

    @Test func propertiesAreRead() {
        #expect(answer("Get", [.string("waldo.Lamp"), .string("Watts")]) == .values([.variant(.uint16(60))]))
        #expect(
            answer("GetAll", [.string("waldo.Lamp")])
                == .values([.dictionary(["Bright": .bool(true), "Watts": .uint16(60)])]))
        #expect(answer("GetAll", [.string("waldo.Thing")]) == .values([.dictionary([:])]))
    }

    @Test func whatIsNotThereIsNamed() {
        #expect(
            error(answer("Get", at: "/lamps/three", [.string("waldo.Lamp"), .string("Bright")])) == "UnknownObject")
        #expect(error(answer("Get", [.string("waldo.Lamp"), .string("Colour")])) == "UnknownProperty")
        #expect(error(answer("Get", [.string("waldo.Fan"), .string("Bright")])) == "UnknownInterface")
        #expect(error(answer("GetAll", [.string("waldo.Fan")])) == "UnknownInterface")
        #expect(error(answer("Getting", [])) == "UnknownMethod")
        #expect(error(answer("Switch", "waldo.Fan")) == "UnknownInterface")
        #expect(error(answer("Switch", "")) == "UnknownInterface")
    }

    @Test func malformedCallsAreRefused() {
        for arguments: [Value] in [[], [.string("waldo.Lamp")], [.uint16(1), .string("Watts")], [.bytes([1])]] {
            #expect(error(answer("Get", arguments)) == "InvalidArgs")
        }
        #expect(error(answer("GetAll", [.objectPath("/x")])) == "InvalidArgs")
        #expect(
            error(answer("Set", [.string("waldo.Lamp"), .string("Watts"), .variant(.uint16(9))])) == "PropertyReadOnly")
        #expect(error(answer("Set", [.string("waldo.Lamp"), .string("Watts"), .uint16(9)])) == "InvalidArgs")
    }

    @Test func callsOfTheObjectsOwnInterfacesAreLeftToTheService() {
        #expect(answer("Switch", "waldo.Lamp") == nil)
        #expect(answer("Switch", "waldo.Lamp", [.bytes([1])]) == nil)
        #expect(error(answer("Switch", "waldo.Thing", at: "/lamps/two")) == "UnknownInterface")
    }

    private func answer(_ member: String, _ arguments: [Value]) -> MethodReply? {
        answer(member, Self.properties, at: "/lamps/one", arguments)
    }

    private func answer(_ member: String, _ interface: String, _ arguments: [Value]) -> MethodReply? {
        answer(member, interface, at: "/lamps/one", arguments)
    }
}
