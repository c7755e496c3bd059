import WaldoCore
import WaldoLoop

/// The connection interval that this machine asks for: how often a Bluetooth LE link carries frames. BlueZ has no call
/// for it. Intervals are in units of 1.25 ms.
package struct IntervalFacts: Equatable, Sendable {
    private static let configuration = "/etc/bluetooth/main.conf"
    private static let least = "MinConnectionInterval", most = "MaxConnectionInterval"
    /// What bluetoothd accepts, and the kernel's own: 7.5 ms to 4 s, and 30 to 50 ms.
    private static let valid = 6...3_200, usual = (least: 24, most: 40)

    /// The keys of main.conf's section `LE`, and their values.
    package var configured: [String: String]
    /// What the kernel uses for the adapter; nil: only root can read it, and with debugfs.
    package var kernel: [Int]?

    /// Facts with these values.
    /// - Parameters:
    ///   - configuration: the lines of main.conf.
    ///   - kernel: the least and the most that the kernel uses; nil: not known.
    package init(configuration: [String], kernel: [Int]? = nil) {
        configured = [:]
        self.kernel = kernel?.count == 2 ? kernel : nil
        var section = ""
        for line in configuration.map(Self.trimmed) where !line.hasPrefix("#") {
            if line.hasPrefix("["), line.hasSuffix("]") { section = String(line.dropFirst().dropLast()) }
            let pair = line.split(separator: "=", maxSplits: 1).map { Self.trimmed(String($0)) }
            if section == "LE", pair.count == 2 { configured[pair[0]] = pair[1] }
        }
    }

    /// Reads what is in force.
    /// - Parameter adapter: the adapter's name, such as hci0; nil: there is none.
    package static func gather(_ adapter: String?) -> IntervalFacts {
        let kernel = adapter.map { adapter in
            ["conn_min_interval", "conn_max_interval"].compactMap { name in
                KernelFile.lines(of: "/sys/kernel/debug/bluetooth/\(adapter)/\(name)").first.flatMap { Int($0) }
            }
        }
        return IntervalFacts(configuration: KernelFile.lines(of: configuration), kernel: kernel)
    }

    /// The finding.
    package var finding: Finding {
        var asked = Self.usual
        for key in [Self.least, Self.most] {
            guard let text = configured[key] else { continue }
            guard let number = Self.number(text), Self.valid.contains(number) else {
                return .warning(
                    .interval,
                    "\(key)=\(text) in [LE] of \(Self.configuration) is not a whole number from 6 to 3200, in units of "
                        + "1.25 ms: correct it, and restart bluetooth (\(Self.restart))",
                    fix: Self.restart)
            }
            if key == Self.least { asked.least = number } else { asked.most = number }
        }
        guard asked.least <= asked.most else {
            return .warning(
                .interval,
                "the connection interval of \(Self.configuration) is \(Self.text(asked)): the least is more than the "
                    + "most; set both \(Self.least) and \(Self.most) in [LE], and restart bluetooth (\(Self.restart))",
                fix: Self.restart)
        }
        let isSet = configured[Self.least] != nil || configured[Self.most] != nil
        let inForce = kernel.map { (least: $0[0], most: $0[1]) } ?? asked
        if isSet, inForce != asked {
            return .warning(
                .interval,
                "the connection interval is \(Self.text(inForce)), and \(Self.configuration) says \(Self.text(asked)): "
                    + "restart bluetooth (\(Self.restart))",
                fix: Self.restart)
        }
        let source = isSet ? ", by \(Self.configuration)" : inForce == Self.usual ? ", the kernel's default" : ""
        let shorter =
            inForce.least > Self.valid.lowerBound
            ? "; for one from 7.5 ms set \(Self.least)=6 and \(Self.most)=9 in [LE] of \(Self.configuration), and "
                + "restart bluetooth (\(Self.restart))" : ""
        return .ok(
            .interval,
            "links begin with a connection interval of \(Self.text(inForce))\(source); the peripheral may ask for another"
                + shorter)
    }

    private static let restart = "sudo systemctl restart bluetooth"

    /// 7.5 to 11.25 ms.
    private static func text(_ interval: (least: Int, most: Int)) -> String {
        let (least, most) = (interval.least, interval.most)
        return "\(DecimalText.trimmed(Int64(least) * 125, decimals: 2)) to "
            + "\(DecimalText.trimmed(Int64(most) * 125, decimals: 2)) ms"
    }

    /// A whole number as bluetoothd reads it: also a hexadecimal one.
    private static func number(_ text: String) -> Int? {
        text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
    }

    private static func trimmed(_ text: String) -> String {
        let rest = text.drop { $0 == " " || $0 == "\t" }
        return String(rest.prefix(rest.count - rest.reversed().prefix { $0 == " " || $0 == "\t" }.count))
    }
}
