import Testing
import WaldoBus
import WaldoCore
import WaldoTestSupport

@testable import WaldoBlueZ

/// BlueZ's objects as a value.
struct ObjectTreeTests {
    private static let adapter = "/org/bluez/hci0"
    private static let device = "/org/bluez/hci0/dev_01_02_03_04_05_06"

    private func tree(rssi: Int16? = nil, discovering: Bool = false) -> ObjectTree {
        var properties: ObjectTree.Properties = [
            "Adapter": .objectPath(Self.adapter), "Address": .string("01:02:03:04:05:06"), "Connected": .bool(true),
        ]
        if let rssi { properties["RSSI"] = .int16(rssi) }
        var tree = ObjectTree()
        tree.replace([
            Self.adapter: [BlueZNames.adapter: ["Powered": .bool(true), "Discovering": .bool(discovering)]],
            Self.device: [BlueZNames.device: properties, "org.bluez.Other1": ["x": .bool(true)]],
        ])
        return tree
    }

    @Test func onlyWhatIsHeardAnewIsSeen() {
        var tree = tree(rssi: -40)
        tree.forgetSeen()
        #expect(tree.seen.isEmpty)
        tree.change(Self.device, BlueZNames.device, ["Alias": .string("x")], [])
        #expect(tree.seen.isEmpty)
        tree.change(Self.device, BlueZNames.device, ["RSSI": .int16(-41)], [])
        #expect(tree.seen == [Self.device])
        #expect(tree.device(Self.device)?.rssi == -41)
        tree.remove(Self.device, [BlueZNames.device])
        #expect(tree.seen.isEmpty)
        #expect(tree.devices.isEmpty)
        tree.add(Self.device, [BlueZNames.device: [:]])
        #expect(tree.seen == [Self.device])
    }

    /// A controller that cannot measure the signal strength reports 127.
    @Test func anUnknownSignalStrengthIsNone() {
        #expect(tree(rssi: 126).device(Self.device)?.rssi == 126)
        #expect(tree(rssi: 127).device(Self.device)?.rssi == nil)
    }

    /// Even a strength that the controller could not measure.
    @Test(arguments: [-40, 127]) func whileAnotherScansASignalStrengthCounts(rssi: Int16) {
        var heard = tree(rssi: rssi, discovering: true)
        heard.forgetSeen()
        #expect(heard.seen == [Self.device])
        var silent = tree(discovering: true)
        silent.forgetSeen()
        #expect(silent.seen.isEmpty)
    }

    @Test func dropsAreCountedAsTheyAreReported() {
        var tree = tree()
        tree.change(Self.device, BlueZNames.device, ["Connected": .bool(false)], [])
        tree.change(Self.device, BlueZNames.device, ["Connected": .bool(true)], [])
        tree.change(Self.device, BlueZNames.device, ["Connected": .bool(false)], [])
        #expect(tree.drops[Self.device] == 2)
        #expect(tree.device(Self.device)?.isConnected == false)
    }

    @Test func unknownInterfacesAndObjectsAreLeftOut() {
        var tree = tree()
        #expect(tree.objects[Self.device]?.keys.sorted() == [BlueZNames.device])
        tree.change("/nowhere", BlueZNames.device, ["RSSI": .int16(1)], [])
        #expect(tree.objects.count == 2)
        tree.change(Self.device, BlueZNames.device, [:], ["Connected"])
        #expect(tree.device(Self.device)?.isConnected == false)
    }

    @Test func anyStreamOfSignalsLeavesAUsableTree() {
        var random = SeededGenerator(20_240)
        var tree = ObjectTree()
        let paths = [Self.adapter, Self.device, Self.device + "/service0001", "/", "", "x"]
        let interfaces = Array(BlueZNames.interfaces).sorted() + ["", "org.bluez.Other1"]
        let names = ["Connected", "RSSI", "UUIDs", "Address", "Adapter", "Flags", "Service", "UUID", "Powered", ""]
        let values: [Value] = [
            .bool(true), .bool(false), .int16(.min), .uint32(.max), .string(""), .string("\u{202e}a"),
            .objectPath(Self.adapter), .strings(["zz", Self.device]), .bytes([1]), .dictionary([:]),
            .variant(.variant(.bool(true))),
        ]
        func properties() -> ObjectTree.Properties {
            var all: ObjectTree.Properties = [:]
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                all[names.randomElement(using: &random)!] = values.randomElement(using: &random)!
            }
            return all
        }
        for _ in 0..<20_000 {
            let path = paths.randomElement(using: &random)!
            let interface = interfaces.randomElement(using: &random)!
            switch Int.random(in: 0..<12, using: &random) {
            case 0: tree.replace([path: [interface: properties()]])
            case 1...3: tree.add(path, [interface: properties()])
            case 4...5: tree.remove(path, [interface])
            case 6: tree.forgetSeen()
            default: tree.change(path, interface, properties(), [names.randomElement(using: &random)!])
            }
            #expect(
                tree.objects.values.allSatisfy { !$0.isEmpty && $0.keys.allSatisfy(BlueZNames.interfaces.contains) })
            #expect(tree.devices.count <= paths.count)
            for device in tree.devices {
                #expect(!device.peripheral.description.unicodeScalars.contains("\u{202e}"))
                _ = tree.characteristics(of: device.path, service: "zz")
            }
            _ = tree.adapters.map(\.name)
        }
    }
}
