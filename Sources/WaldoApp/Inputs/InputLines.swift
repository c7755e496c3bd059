import WaldoCore
import WaldoFiles
import WaldoInput
import WaldoLoop

/// Prints what an input sends, a line a change.
@LoopActor
final class InputLines {
    private var moves: [String: String] = [:]

    /// Prints what the input is, and each of its axes.
    init(_ monitor: InputMonitor, _ mapping: Mapping?, arm: Arm) {
        if let mapping {
            for axis in monitor.axes {
                let uses = mapping.uses(ofAxis: axis.code, on: arm).map(\.name)
                if !uses.isEmpty { moves[EvdevNames.axis(axis.code)] = uses.joined(separator: " or ") }
            }
            for (code, text) in mapping.keyUses(on: arm) { moves[EvdevNames.key(code)] = text }
        }
        line("\(monitor.description.identity.name) by \(mapping.map { "the mapping “\($0.name)”" } ?? "no mapping")")
        for axis in monitor.axes {
            let name = EvdevNames.axis(axis.code)
            let rest = "now \(axis.value), \(axis.minimum)...\(axis.maximum), flat \(axis.flat), fuzz \(axis.fuzz)"
            line("\(name)  \(rest)\(moves[name].map { "  -> \($0)" } ?? "")")
        }
    }

    func show(_ record: InputMonitor.Record) {
        guard record.type != 0 else { return }
        // EV_KEY and EV_ABS: a code without a name is called as in the mapping.
        let name =
            switch record.type {
            case 1: EvdevNames.key(record.code)
            case 3: EvdevNames.axis(record.code)
            default: record.name
            }
        line("\(name) \(record.value)\(moves[name].map { "  -> \($0)" } ?? "")")
    }

    private func line(_ text: String) { StandardStreams.writeOutput(text) }
}
