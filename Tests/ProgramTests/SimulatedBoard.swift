import Glibc
import Testing
import WaldoTestSupport

/// The board of an arm at a pseudo-terminal, played by `waldo simulate`.
final class SimulatedBoard {
    let program: ChildProcess
    let port: String

    /// Starts it.
    /// - Throws: `DidNotHappen` or `SystemFailure` if it does not start.
    init(_ arm: String) async throws {
        program = try ChildProcess(BuiltProgram.path("waldo"), ["simulate", "--arm", arm])
        let line = try await program.waitForLine(containing: "drive it with --port ")
        port = String(line.suffix(after: "--port "))
    }

    deinit { program.close() }

    /// Ends it, and returns its account.
    /// - Throws: `DidNotHappen` if it does not end.
    func account() async throws -> String {
        program.send(signal: SIGTERM)
        _ = try await program.exitStatus()
        return try await program.waitForLine(containing: "\"event\":\"account\"")
    }

    /// A recorded drive of the demo, `d.jsonl`: a real arm is not driven by the demo itself.
    /// - Throws: `DidNotHappen` if the drive does not end.
    static func record(_ arm: String) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let drive = try ChildProcess(
            BuiltProgram.path("waldo"),
            [
                "drive", "--arm", arm, "--simulate", "seed=1", "--input", "demo", "--record",
                folder.path + "/d.jsonl",
            ])
        defer { drive.close() }
        #expect(try await drive.exitStatus(within: .seconds(60)) == 0, "\(arm): \(drive.errorLines)")
        return folder
    }
}
