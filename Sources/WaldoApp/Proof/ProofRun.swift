package import WaldoCore
package import WaldoFiles
package import WaldoSimulator
internal import WaldoTime

/// Drives a simulated arm through faults, seed after seed, and collects what it does.
package struct ProofRun {
    let arm: Arm
    let mapping: Mapping
    /// The seed of the first drive; the next ones follow.
    let seed: UInt64

    /// - Parameters:
    ///   - mapping: what the operator's hand moves.
    ///   - seed: that of the first drive.
    package init(_ arm: Arm, by mapping: Mapping, seed: UInt64) {
        (self.arm, self.mapping, self.seed) = (arm, mapping, seed)
    }

    /// Drives for so many hours of the simulation's time.
    /// - Throws: `ExitStatus.signal` once a signal has arrived.
    package func report(hours: Double) throws(ExitStatus) -> ProofReport {
        var report = ProofReport(), next = seed
        let length = hours * 3_600
        var progress = Progress("Proving \(arm.name)")
        defer { progress.clear() }
        while report.time.inSeconds < length {
            try Interruption.check()
            report.add(ProofOutcome(arm, by: mapping, seed: next))
            next &+= 1
            progress.showStep(report.time.inSeconds / length)
        }
        return report
    }
}

extension Library {
    /// The mapping of a proof: this one, or else what the demo would use.
    /// - Throws: what is wrong with its file.
    package func mappingForProof(of arm: Arm, given name: String?) throws(FileError) -> Mapping {
        if let name { return try mapping(name).value }
        let usual = try mapping("gamepad").value
        return arm.isMovedWhole(by: usual) ? usual : try mapping("demo").value
    }
}
