import WaldoBlueZ
import WaldoCore
import WaldoFiles

/// The shields and sensors in reach, in the words of a drive.
extension ShieldFacts {
    /// The findings.
    package var findings: [Finding] {
        switch outcome {
        case .heard(let all): return shields(all) + sensors(all)
        case .failed(let error):
            return [.fault(.shields, error.description, fix: error.fix, status: .link)]
        case .driven(let shields):
            let locked = shields.compactMap { shield in shield.holder.map { "\(shield.address) (\($0))" } }
            let acquired = shields.filter { $0.holder == nil }.map(\.address)
            let drivers = [
                locked.isEmpty ? nil : "a Waldo drives \(locked.joined(separator: ", "))",
                acquired.isEmpty
                    ? nil : "a program that has the write socket drives \(acquired.joined(separator: ", "))",
            ].compactMap(\.self)
            return [
                .unknown(
                    .shields, "not looked for: \(drivers.joined(separator: ", and ")), and a scan disturbs it")
            ]
        case .notLooked(let reason): return [.unknown(.shields, "not looked for: \(reason)")]
        }
    }

    private func shields(_ all: [PeripheralScan.Heard]) -> [Finding] {
        let candidates = all.filter { heard in isUsual(heard) || service.map(heard.services.contains) ?? false }
        var findings = candidates.map { Finding.ok(.shields, Self.text($0)) }
        if !candidates.contains(where: isUsual), usual != nil || candidates.isEmpty {
            let wanted = usual.map { SafeText.escaped($0, upTo: .max) } ?? service.map { "that offers \($0)" } ?? ""
            let heard = usual == nil ? [] : candidates.map(\.peripheral)
            let error = BlueZError.noShield(wanted: wanted, heard: heard)
            findings.append(.warning(.shields, "\(error); or drive with --simulate"))
        } else if candidates.count > 1 {
            findings.append(.warning(.shields, "\(BlueZError.severalShields(candidates.map(\.peripheral)))"))
        }
        return findings
    }

    private func isUsual(_ heard: PeripheralScan.Heard) -> Bool {
        guard let usual else { return false }
        return heard.peripheral.address == usual.uppercased() || heard.peripheral.name == usual
    }

    private func sensors(_ all: [PeripheralScan.Heard]) -> [Finding] {
        var findings: [Finding] = []
        for heard in all where service.map({ !heard.services.contains($0) }) ?? true {
            let names = heard.services.flatMap { sensors[$0] ?? [] }
            guard !names.isEmpty else { continue }
            findings.append(.ok(.sensors, "\(Self.text(heard)): \(names.joined(separator: ", "))"))
        }
        if let wantedSensor, !all.contains(where: { $0.services.contains(wantedSensor) }) {
            let error = BlueZError.noSensor(wanted: "that offers \(wantedSensor)", heard: [], remembered: nil)
            findings.append(.warning(.sensors, error.description))
        }
        return findings
    }

    private static func text(_ heard: PeripheralScan.Heard) -> String {
        let strength =
            heard.peripheral.rssi.map { "\($0) dBm" } ?? (heard.isConnected ? "connected" : "no signal strength")
        return "\(heard.peripheral), \(strength)"
    }
}
