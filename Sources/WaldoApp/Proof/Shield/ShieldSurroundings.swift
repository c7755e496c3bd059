import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// What a link was measured with. Nothing in it identifies a person or a device: neither names nor addresses.
struct ShieldSurroundings {
    /// What bluetoothd says; nil: it is not asked.
    var bluetooth: BlueZFacts?
    /// What is known of the link over Bluetooth.
    var facts: LinkFacts?
    private let rows: [(name: String, value: String)]
    private let adapter: String?

    init(_ arm: Arm, _ way: ShieldWay) {
        var rows: [(name: String, value: String)] = [
            ("date", String(DateText.text(WallClock.now(), decimals: 0).prefix(10))), ("waldo", Version.current),
            ("kernel", KernelFile.lines(of: "/proc/sys/kernel/osrelease").first ?? "not known"),
            ("arm", "\(SafeText.escaped(arm.name)), \(arm.pacing.interval.microseconds / 1_000) ms between frames"),
        ]
        switch way {
        case .radio(_, let options): adapter = options.adapter
        case .cable(let profile):
            adapter = nil
            rows.append(("link", "a serial port at \(profile.baud) baud"))
        }
        self.rows = rows
    }

    /// The rows of a report: what, and its value.
    var all: [(name: String, value: String)] {
        var rows = rows
        if let bluetooth {
            rows.append(("bluez", bluetooth.version?.description ?? "not known"))
            if let name = try? bluetooth.adapter(adapter).name {
                let kind = KernelFile.lines(of: "/sys/class/bluetooth/\(name)/device/modalias").first
                rows.append(("adapter", name + (kind.map { ", \($0)" } ?? "")))
            }
        }
        if let facts {
            let link =
                "Bluetooth LE, \(facts.route.rawValue), MTU \(facts.mtu), "
                + (facts.confirms ? "confirmed" : "not confirmed") + (facts.takenOver ? ", taken over" : "")
            rows.append(("link", link))
        }
        return rows
    }
}
