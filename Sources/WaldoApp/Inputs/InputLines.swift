internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoInput
internal import WaldoLoop

/// Prints what an input sends, a line a change.
@LoopActor
final class InputLines {
    private var moves: [String: String] = [:]
    private let failed: @LoopActor (Failure) -> Void

    /// Prints what the input is, and each of its axes.
    /// - Parameter failed: standard output takes no more.
    init(_ monitor: InputMonitor, _ mapping: Mapping?, arm: Arm, failed: @escaping @LoopActor (Failure) -> Void) {
        self.failed = failed
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
        let name = record.name
        line("\(name) \(record.value)\(moves[name].map { "  -> \($0)" } ?? "")")
    }

    private func line(_ text: String) {
        var text = text + "\n"
        text.withUTF8 { bytes in
            if write(STDOUT_FILENO, bytes.baseAddress, bytes.count) < 0 { failed(StandardStreams.failure(errno)) }
        }
    }
}
