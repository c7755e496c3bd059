import Glibc
import WaldoCore

/// The battery of an input, in sysfs. A read may wait for the device, which is asked over the air for some.
struct PowerSupply: Equatable, Sendable {
    /// The folder of the supply, such as "/sys/class/power_supply/ps-controller-battery-00:1b:..".
    let folder: String

    /// Finds the battery of the device behind a node such as "event5"; nil: its driver states none.
    /// - Parameter root: where sysfs is mounted.
    static func of(node: String, root: String = "/sys") -> PowerSupply? {
        // Of the input device, and of the HID device that it is one of.
        let input = "\(root)/class/input/\(node)/device"
        for parent in ["\(input)/device/power_supply", "\(input)/power_supply"] {
            for name in SysfsInput.names(in: parent) {
                let supply = PowerSupply(folder: "\(parent)/\(name)")
                if supply.battery != nil { return supply }
            }
        }
        // Some drivers state it beside the device, under the pad's own address.
        guard let address = text("\(input)/uniq"), isAddress(address) else { return nil }
        let all = "\(root)/class/power_supply"
        return SysfsInput.names(in: all).filter { $0.lowercased().contains(address.lowercased()) }
            .map { PowerSupply(folder: "\(all)/\($0)") }.first { $0.battery != nil }
    }

    /// Its state now; nil: it is not there, or the driver knows nothing yet.
    var battery: Battery? {
        func attribute(_ name: String) -> String? { Self.text("\(folder)/\(name)") }
        // The machine's own batteries have another scope, or none.
        guard attribute("scope") == "Device" else { return nil }
        return Self.battery(
            capacity: attribute("capacity"), level: attribute("capacity_level"), status: attribute("status"),
            present: attribute("present"))
    }

    /// Parses the attributes of a supply; nil for one that is missing. Any other text counts as missing.
    static func battery(capacity: String?, level: String?, status: String?, present: String?) -> Battery? {
        guard present != "0" else { return nil }
        let isNumber = capacity?.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
        let known = isNumber ? capacity.flatMap { Int($0) }.flatMap { (0...100).contains($0) ? $0 : nil } : nil
        let level = level.flatMap { Battery.Level(rawValue: $0.lowercased()) }
        guard known != nil || level != nil else { return nil }
        // On a cable, and full: there is nothing to warn of.
        return Battery(
            percent: known, level: level, isCharging: ["Charging", "Full"].contains(status ?? ""))
    }

    private static func isAddress(_ text: String) -> Bool {
        text.count == 17 && text.split(separator: ":", omittingEmptySubsequences: false).count == 6
    }

    private static func text(_ path: String) -> String? {
        guard let bytes = SysfsInput.read(path) else { return nil }
        return PrintableName.text(of: bytes.prefix { $0 != UInt8(ascii: "\n") })
    }
}
