import Testing
import WaldoBus
import WaldoCore

@testable import WaldoBlueZ

/// What a peripheral advertises, and what fits into 31 bytes.
struct AdvertisementTests {
    private static let arm = BluetoothUUID("713d0000-503e-4c75-ba94-3148f18d941e")!
    private static let sensor = BluetoothUUID("57a1d000-6c1a-4f5e-9c0b-77616c646f00")!
    private static let short = BluetoothUUID("ffe0")!, other = BluetoothUUID("ffdd")!

    private func properties(_ advertisement: Advertisement) -> [String: Value]? {
        let call = MethodCall(
            "GetAll", of: "org.freedesktop.DBus.Properties", at: Advertisement.path, from: ":1.7",
            [.string("org.bluez.LEAdvertisement1")])
        if case .values(let values) = advertisement.answer(call).reply { return values.first?.entries }
        return nil
    }

    @Test func itNamesTheServiceAndItself() {
        let properties = properties(Advertisement(name: "An arm", services: [Self.arm]))
        #expect(
            properties == [
                "Type": .string("peripheral"), "LocalName": .string("An arm"), "Discoverable": .bool(true),
                "ServiceUUIDs": .strings(["713d0000-503e-4c75-ba94-3148f18d941e"]),
            ])
    }

    /// 3 bytes of flags, and 18 of one UUID: there is no room for another of 16 bytes, but for short ones.
    @Test func aServiceThatDoesNotFitIsLeftOut() {
        let two = Advertisement(name: "x", services: [Self.arm, Self.sensor])
        #expect(two.services == [Self.arm] && two.omitted == [Self.sensor])
        let mixed = Advertisement(name: "x", services: [Self.arm, Self.sensor, Self.short, Self.other])
        #expect(mixed.services == [Self.arm, Self.short, Self.other] && mixed.omitted == [Self.sensor])
        #expect(Advertisement(name: "x", services: []).services == [])
    }

    @Test func itsEndByBlueZIsSeen() {
        let advertisement = Advertisement(name: "x", services: [Self.arm])
        func call(_ member: String, _ arguments: [Value] = []) -> MethodCall {
            MethodCall(member, of: "org.bluez.LEAdvertisement1", at: Advertisement.path, from: ":1.7", arguments)
        }
        let released = advertisement.answer(call("Release"))
        #expect(released.reply == .values([]) && released.event == .released)
        #expect(advertisement.answer(call("Release", [.bool(true)])).event == nil)
        guard case .failure(let name, _) = advertisement.answer(call("Other")).reply else {
            Issue.record("there is no such method")
            return
        }
        #expect(name == "org.freedesktop.DBus.Error.UnknownMethod")
    }
}
