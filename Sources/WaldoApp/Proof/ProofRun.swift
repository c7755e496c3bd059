package import WaldoCore
package import WaldoFiles
package import WaldoSimulator
import WaldoTime

/// Drives a simulated arm through faults, seed after seed, and collects what it does.
package struct ProofRun {
    let arm: Arm, armSource: SourceText
    let mapping: Mapping, mappingSource: SourceText
    /// The seed of the first drive; the next ones follow.
    let seed: UInt64

    /// - Parameters:
    ///   - mapping: what the operator's hand moves.
    ///   - seed: that of the first drive.
    package init(
        _ arm: (value: Arm, source: SourceText), by mapping: (value: Mapping, source: SourceText), seed: UInt64
    ) {
        (self.arm, armSource) = arm
        (self.mapping, mappingSource) = mapping
        self.seed = seed
    }

    /// Drives for so many hours of the simulation's time, and once at least.
    /// - Throws: `ExitStatus.signal` once a signal has arrived.
    package func report(hours: Double) throws(ExitStatus) -> ProofReport {
        var report = ProofReport(arm), next = seed
        let length = hours * 3_600
        var progress = Progress("Proving \(arm.name)")
        defer { progress.clear() }
        repeat {
            try Interruption.check()
            report.add(ProofOutcome(arm, by: mapping, seed: next))
            next &+= 1
            progress.showStep(length > 0 ? report.time.inSeconds / length : 1)
        } while report.time.inSeconds < length
        return report
    }
}

extension Library {
    /// The mapping of a proof: this one, or else what the demo would use.
    /// - Throws: `FileError` for a wrong file, `Failure` for a mapping that does not fit the arm.
    package func mappingForProof(
        of arm: Arm, given name: String?
    ) throws -> (value: Mapping, source: SourceText) {
        let usual = try mapping(name ?? "gamepad")
        let found = name != nil || arm.isMovedWhole(by: usual.value) ? usual : try mapping("demo")
        if let problem = arm.problem(with: found.value) { throw Failure(.file, problem) }
        return found
    }
}
