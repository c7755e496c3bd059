import Glibc
import WaldoCore
package import WaldoFiles
import WaldoLoop
package import WaldoSimulator

/// Recordings of the drives that a proof has found.
extension ProofRun {
    /// Refuses a folder that recordings cannot be created in, before hours of drives.
    /// - Throws: `Failure`: what is wrong with it.
    package static func check(folder: String) throws(Failure) {
        guard access("\(folder)/.", W_OK | X_OK) != 0 else { return }
        let reason = errno == ENOTDIR ? "this is not a directory; name one" : RecordingFile.cannotCreate(errno)
        throw Failure(.output, "\(SafeText.escaped(folder, upTo: .max)): \(reason)")
    }

    /// Drives the worst drive of each fault again, and records it.
    /// - Parameters:
    ///   - folder: where the files are created; an existing file is refused.
    ///   - files: gets the path of each.
    /// - Throws: `ExportError` or `Failure` when one cannot be written, `ExitStatus` once a signal has arrived.
    @LoopActor
    package func record(
        _ report: ProofReport, into folder: String, _ files: inout [ProofFault: String]
    ) throws {
        for row in report.rows {
            guard let seed = row.worstDrive?.seed else { continue }
            try Interruption.check()
            let path = "\(folder)\(folder.hasSuffix("/") ? "" : "/")\(row.fault.fileWord)-\(seed).jsonl"
            let recording = try ProofRecording(self, seed: seed, to: path)
            _ = ProofOutcome(arm, by: mapping, seed: seed, recorder: recording)
            try recording.finish()
            files[row.fault] = path
        }
    }
}
