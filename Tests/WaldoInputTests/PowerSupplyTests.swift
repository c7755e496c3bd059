import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoInput

/// The batteries of inputs in a sysfs that the test has made.
@Suite struct PowerSupplyTests {
    @Test func theBatteryOfTheHIDDeviceIsFound() throws {
        let sysfs = try MadeSysfs()
        #expect(sysfs.battery == nil)
        try sysfs.add(
            "ps-controller-battery-00:1b:dc", ["scope": "Device", "capacity": "57", "status": "Discharging"])
        #expect(sysfs.battery == Battery(percent: 57))
        try sysfs.add("ps-controller-battery-00:1b:dc", ["status": "Charging", "capacity": "60"])
        #expect(sysfs.battery == Battery(percent: 60, isCharging: true))
    }

    @Test func aLevelIsReadWhereThereIsNoNumber() throws {
        let sysfs = try MadeSysfs()
        try sysfs.add("nintendo_switch_controller_battery_0", ["scope": "Device", "capacity_level": "Low"])
        #expect(sysfs.battery == Battery(level: .low))
    }

    /// The laptop that the pad is at has one, too.
    @Test func theMachinesOwnBatteryIsNotThePads() throws {
        let sysfs = try MadeSysfs(uniq: "00:1b:dc:0f:aa:01")
        try sysfs.add("BAT0", in: "class/power_supply", ["capacity": "4", "status": "Discharging"])
        try sysfs.add("hid-aa:bb:cc:dd:ee:ff-battery", in: "class/power_supply", ["scope": "Device", "capacity": "9"])
        try sysfs.add("AC", ["capacity": "4"])
        #expect(sysfs.battery == nil)
    }

    @Test func aBatteryBesideTheDeviceIsFoundByThePadsAddress() throws {
        let sysfs = try MadeSysfs(uniq: "00:1B:DC:0F:AA:01")
        try sysfs.add(
            "sony_controller_battery_00:1b:dc:0f:aa:01", in: "class/power_supply",
            ["scope": "Device", "capacity": "75", "status": "Full"])
        #expect(sysfs.battery == Battery(percent: 75, isCharging: true))
    }

    /// hid-generic does not know the number until the pad has reported it once, and a read fails.
    @Test func whatTheDriverDoesNotKnowIsNoBattery() throws {
        let sysfs = try MadeSysfs()
        try sysfs.add("hid-1-battery", ["scope": "Device", "status": "Unknown"])
        #expect(sysfs.battery == nil)
        try sysfs.add("hid-1-battery", ["capacity": "30", "present": "0"])
        #expect(sysfs.battery == nil)
    }

    @Test func textThatIsNoNumberIsNoBattery() {
        var random = SeededGenerator(5)
        let pieces = [
            "", "7", "100", "101", "-1", "+5", " 5", "5 ", "0x5", "٣", "1e2", "999999999999999999999", "\u{1b}[2J",
        ]
        let words = ["Low", "low", "Unknown", "", "Full", "\u{0}", "Critical", "charging", "Charging"]
        func pick(_ from: [String]) -> String? {
            Bool.random(using: &random) ? from.randomElement(using: &random) : nil
        }
        for _ in 0..<5_000 {
            let capacity = pick(pieces), level = pick(words)
            let battery = PowerSupply.battery(
                capacity: capacity, level: level, status: pick(words), present: pick(["0", "1", "x"]))
            guard let battery else { continue }
            #expect(battery.percent != nil || battery.level != nil)
            #expect(battery.percent.map { (0...100).contains($0) } ?? true)
            if let percent = battery.percent {
                #expect(["7", "100"].contains(capacity) && [7, 100].contains(percent))
            }
            #expect(battery.text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        }
    }
}

extension MadeSysfs {
    /// Adds a supply with these attributes; without a path it is that of the HID device.
    fileprivate func add(_ name: String, in path: String? = nil, _ attributes: [String: String]) throws {
        for (key, text) in attributes { try write("\(path ?? Self.hid + "/power_supply")/\(name)/\(key)", text) }
    }

    fileprivate var battery: Battery? { PowerSupply.of(node: "event5", root: root)?.battery }
}
