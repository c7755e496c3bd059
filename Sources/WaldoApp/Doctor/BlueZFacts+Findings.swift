package import WaldoBlueZ
import WaldoCore
import WaldoFiles

/// Bus, bluetoothd, adapter, power and rfkill, in the words of a drive.
extension BlueZFacts {
    /// The oldest version that the tests run with.
    private static let oldest = BlueZVersion(5, 66)

    /// The findings.
    /// - Parameter wanted: the adapter's name or address; nil: the first that is powered.
    package func findings(adapter wanted: String?) -> [Finding] {
        [bus, bluetoothd, adapterFinding(wanted), power(wanted), rfkill(wanted)]
    }

    private static func fault(_ check: Finding.Check, _ error: BlueZError) -> Finding {
        .fault(check, error.description, fix: error.fix, status: .link)
    }

    private var bus: Finding {
        if case .noBus? = failure { return failure.map { Self.fault(.bus, $0) } ?? .ok(.bus, "") }
        return .ok(.bus, "the message bus answers")
    }

    private var bluetoothd: Finding {
        switch failure {
        case .noBus?: return .unknown(.bluetoothd, "not known without the message bus")
        case let error?: return Self.fault(.bluetoothd, error)
        case nil: break
        }
        guard let version else { return .ok(.bluetoothd, "it runs, and its version is not stated") }
        guard version >= Self.oldest else {
            return .warning(
                .bluetoothd,
                "BlueZ \(version) is older than \(Self.oldest), the oldest that Waldo is tested with: upgrade it",
                fix: "sudo apt-get install bluez")
        }
        return .ok(.bluetoothd, "BlueZ \(version)")
    }

    private func adapterFinding(_ wanted: String?) -> Finding {
        guard failure == nil else { return .unknown(.adapter, "not known without bluetoothd") }
        do throws(BlueZError) {
            _ = try adapter(wanted)
        } catch {
            switch error {
            case .noAdapter, .noLowEnergy: return Self.fault(.adapter, error)
            default: break
            }
        }
        return .ok(.adapter, adapters.map { "\($0.name) (\($0.address))" }.joined(separator: ", "))
    }

    private func power(_ wanted: String?) -> Finding {
        guard failure == nil else { return .unknown(.power, "not known without bluetoothd") }
        do throws(BlueZError) {
            return .ok(.power, "\(try adapter(wanted).name) is switched on")
        } catch {
            switch error {
            case .adapterOff: return Self.fault(.power, error)
            case .adapterBlocked(let name, _): return .unknown(.power, "\(name) stays off as long as it is blocked")
            default: return .unknown(.power, "not known without an adapter")
            }
        }
    }

    private func rfkill(_ wanted: String?) -> Finding {
        guard let block else { return .ok(.rfkill, "no Bluetooth radio is blocked") }
        guard failure == nil, let used = try? adapter(wanted) else {
            let name = adapters.first.map(\.name) ?? "the Bluetooth adapter"
            return Self.fault(.rfkill, .adapterBlocked(name, hard: block == .hard))
        }
        return .ok(.rfkill, "another Bluetooth radio is blocked, and not \(used.name)")
    }
}
