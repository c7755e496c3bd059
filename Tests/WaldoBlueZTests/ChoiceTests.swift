import Testing
import WaldoBus
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoBlueZ

/// How peripherals are chosen, on a clock that the test moves.
struct ChoiceTests {
    private let service = BluetoothUUID("713d0000-503e-4c75-ba94-3148f18d941e")!

    private func device(
        _ address: String, name: String = "", offers: Bool = true, isConnected: Bool = false
    ) -> Device {
        Device(
            "/org/bluez/hci0/dev_\(address)",
            [
                "Address": .string(address), "Name": .string(name), "Connected": .bool(isConnected),
                "UUIDs": .strings(offers ? [service.description.uppercased()] : []),
            ])
    }

    @Test func theFirstHitIsTakenTwoSecondsLater() {
        var chooser = PeripheralChooser(.service(service))
        let lamp = device("0A", offers: false)
        let shield = device("0B")
        #expect(chooser.evaluate([lamp], now: 5) == .keepLooking(until: nil))
        #expect(chooser.evaluate([lamp, shield], now: 100) == .keepLooking(until: 2_000_100))
        #expect(chooser.evaluate([lamp, shield], now: 2_000_099) == .keepLooking(until: 2_000_100))
        #expect(chooser.evaluate([lamp, shield], now: 2_000_100) == .chosen(shield))
    }

    @Test func twoHitsAreRefused() {
        var chooser = PeripheralChooser(.service(service))
        let both = [device("0A"), device("0B")]
        _ = chooser.evaluate([both[0]], now: 0)
        #expect(chooser.evaluate(both, now: 1_999_999) == .keepLooking(until: 2_000_000))
        #expect(chooser.evaluate(both, now: 2_000_000) == .several(both))
    }

    @Test func anAddressIsCertainAndANameIsNot() {
        let shield = device("0A:0B", name: "Arm")
        var byAddress = PeripheralChooser(.called("0a:0b"))
        #expect(byAddress.evaluate([device("0C"), shield], now: 0) == .chosen(shield))
        var byName = PeripheralChooser(.called("Arm"))
        #expect(byName.evaluate([shield], now: 0) == .keepLooking(until: 2_000_000))
        #expect(byName.evaluate([shield, device("0C", name: "Arm")], now: 2_000_000) != .chosen(shield))
        var known = PeripheralChooser(.address("0A:0B"))
        #expect(known.evaluate([device("0C")], now: 0) == .keepLooking(until: nil))
        #expect(known.evaluate([shield], now: 0) == .chosen(shield))
    }

    /// The default shield is looked for; it is no choice among several, and no other is taken in its place.
    @Test func theUsualOneIsTakenAloneAndChoosesNothing() {
        let usual = device("0A:0B", name: "Arm"), other = device("0C"), lamp = device("0D", offers: false)
        for called in ["0a:0b", "Arm"] {
            var chooser = PeripheralChooser(.usual(called, service))
            #expect(chooser.evaluate([other, lamp], now: 0) == .keepLooking(until: nil), "no other is taken")
            #expect(chooser.evaluate([other, lamp], now: 9_000_000) == .keepLooking(until: nil))
            #expect(chooser.evaluate([usual, lamp], now: 9_000_000) == .keepLooking(until: 11_000_000))
            #expect(chooser.evaluate([usual, lamp], now: 11_000_000) == .chosen(usual))
            #expect(chooser.evaluate([other, usual, lamp], now: 11_000_000) == .several([other, usual]))
        }
        let connected = device("0A:0B", isConnected: true)
        let chooser = PeripheralChooser(.usual("0A:0B", service))
        #expect(chooser.certain(among: [connected]) == nil, "a connection is not taken over at once")
        let silent = device("0E", name: "Arm", offers: false)
        var byName = PeripheralChooser(.usual("Arm", service))
        _ = byName.evaluate([silent], now: 0)
        #expect(byName.evaluate([silent], now: 2_000_000) == .chosen(silent))
        #expect(byName.evaluate([silent, usual], now: 2_000_000) == .several([silent, usual]))
    }

    @Test(arguments: [
        ("usb:v1D6Bp0246d0542", "5.66"), ("bluetooth:v1D6Bp0246d0552", "5.82"), ("usb:v1D6Bp0246d0505", "5.05"),
        ("usb:v1D6Bp0246d0000", nil), ("usb:v0A12p0001d0542", nil), ("usb:v1D6Bp0246d05", nil), ("", nil), (":", nil),
        ("usb:v1D6Bp0246dzzzz", nil), ("usb:v1D6Bp0246d+542", nil),
    ])
    func theVersionIsThatOfTheDeviceId(_ modalias: String, _ version: String?) {
        #expect(BlueZVersion(modalias: modalias)?.description == version)
    }

    /// A connection of another program does not say which shield the operator means.
    @Test func aConnectedOneIsOneAmongTheHeard() {
        let heard = device("0A"), connected = device("0B", name: "Arm", isConnected: true)
        var byService = PeripheralChooser(.service(service))
        #expect(byService.certain(among: [heard, connected]) == nil)
        #expect(byService.evaluate([connected], now: 0) == .keepLooking(until: 2_000_000))
        #expect(byService.evaluate([heard, connected], now: 2_000_000) == .several([heard, connected]))
        var alone = PeripheralChooser(.service(service))
        _ = alone.evaluate([connected], now: 0)
        #expect(alone.evaluate([connected], now: 2_000_000) == .chosen(connected))
        #expect(PeripheralChooser(.called("Arm")).certain(among: [heard, connected]) == nil)
        #expect(PeripheralChooser(.called("0b")).certain(among: [heard, connected]) == connected)
        #expect(PeripheralChooser(.address("0B")).certain(among: [heard, connected]) == connected)
        #expect(PeripheralChooser(.address("0C")).certain(among: [heard, connected]) == nil)
    }

    /// When a shield leaves during the discovery of its services, BlueZ no longer says that it offers the arm's
    /// service.
    @Test func whatHasOfferedTheServiceStaysACandidate() {
        let left = device("0A", offers: false)
        var chooser = PeripheralChooser(.service(service), offering: ["0A"])
        #expect(chooser.evaluate([left, device("0C", offers: false)], now: 0) == .keepLooking(until: 2_000_000))
        #expect(chooser.evaluate([left, device("0C", offers: false)], now: 2_000_000) == .chosen(left))
        let both = [left, device("0B")]
        #expect(chooser.evaluate(both, now: 2_000_000) == .several(both))
        #expect(!PeripheralChooser(.address("0B"), offering: ["0A"]).matches(left))
        #expect(!PeripheralChooser(.called("0B"), offering: ["0A"]).matches(left))
    }

    @Test func adapterIsTheNamedOrTheFirstPowered() throws {
        func adapter(_ name: String, _ address: String, _ powered: Bool) -> Adapter {
            Adapter("/org/bluez/\(name)", ["Address": .string(address), "Powered": .bool(powered)])
        }
        let all = [adapter("hci0", "AA", false), adapter("hci1", "BB", true), adapter("hci2", "CC", true)]
        #expect(try Adapter.choose(nil, among: all).name == "hci1")
        #expect(try Adapter.choose("hci2", among: all).name == "hci2")
        #expect(try Adapter.choose("cc", among: all).name == "hci2")
        #expect(throws: BlueZError.adapterOff("hci0")) { try Adapter.choose("hci0", among: all) }
        #expect(throws: BlueZError.adapterOff("hci0")) { try Adapter.choose(nil, among: [all[0]]) }
        #expect(throws: BlueZError.noAdapter(wanted: "x", seen: ["hci0", "hci1", "hci2"])) {
            try Adapter.choose("x", among: all)
        }
    }

    @Test func anAdapterWithLowEnergyComesFirst() throws {
        func adapter(_ name: String, _ roles: [String]) -> Adapter {
            Adapter("/org/bluez/\(name)", ["Powered": .bool(true), "Roles": .strings(roles)])
        }
        let classic = adapter("hci0", [])
        #expect(try Adapter.choose(nil, among: [classic, adapter("hci1", ["central"])]).name == "hci1")
        #expect(try Adapter.choose(nil, among: [classic]).name == "hci0", "it is the one to complain of")
    }

    @Test(arguments: [
        (["write-without-response"], false, LinkFacts.Route.acquired, LinkFacts.Route.command),
        (["write"], false, .request, .request),
        (["write", "write-without-response"], false, .acquired, .request),
        (["write", "write-without-response"], true, .request, .request),
        (["write-without-response"], true, .command, .command),
    ])
    func routes(flags: [String], response: Bool, best: LinkFacts.Route, without: LinkFacts.Route) throws {
        let uuid = BluetoothUUID("ffe1")!
        let profile = BluetoothProfile(service: service, write: uuid, notify: uuid, response: response)
        let one = Characteristic(
            "/c", ["UUID": .string(uuid.description), "Flags": .strings(flags + ["notify", "read"])])
        let plan = try #require(GattPlan(profile, among: [one]))
        #expect(plan.route == best)
        #expect(plan.routeWithoutSocket == without)
        #expect(plan.notify == one)
        #expect(GattPlan(profile, among: [Characteristic("/c", ["UUID": .string(uuid.description)])]) == nil)
    }

    /// BlueZ reports characteristics one by one.
    @Test func aPlanIsCompleteOnlyWithTheNotifications() throws {
        func characteristic(_ uuid: String, _ flag: String) -> Characteristic {
            Characteristic("/" + uuid, ["UUID": .string(uuid), "Flags": .strings([flag])])
        }
        let write = characteristic(LinkHarness.write, "write-without-response")
        let half = try #require(GattPlan(LinkHarness.profile, among: [write]))
        #expect(!half.isComplete(for: LinkHarness.profile))
        let both = [write, characteristic(LinkHarness.notify, "notify")]
        let whole = try #require(GattPlan(LinkHarness.profile, among: both))
        #expect(whole.isComplete(for: LinkHarness.profile))
        var silent = LinkHarness.profile
        silent.notify = nil
        #expect(half.isComplete(for: silent))
    }

    @Test func errorsAreSortedByWhatIsToBeDone() {
        let shield = Peripheral(name: "Arm", address: "0A")
        func kind(_ name: String, _ message: String) -> BlueZError.Kind {
            BlueZError.from(.remote(name: name, message: message), settingUp: shield).kind
        }
        #expect(kind("org.bluez.Error.Failed", "le-connection-abort-by-local") == .passing)
        #expect(kind("org.bluez.Error.Failed", "br-connection-profile-unavailable") == .lasting)
        #expect(kind("org.bluez.Error.NotReady", "") == .passing)
        #expect(kind("org.freedesktop.DBus.Error.UnknownObject", "") == .passing)
        #expect(BlueZError.from(.disconnected, settingUp: shield).kind == .missing)
        #expect(BlueZError.from(.timedOut(call: "Connect"), settingUp: shield).kind == .passing)
    }

    @Test func namesFromTheAirCannotMoveTheCursor() {
        #expect(SafeText.escaped("BLE Shield é", upTo: .max) == "BLE Shield é")
        #expect(SafeText.escaped("a\u{1b}[2J\n\u{202e}b\u{2028}", upTo: .max) == "a\\u{1b}[2J\\u{a}\\u{202e}b\\u{2028}")
    }
}
