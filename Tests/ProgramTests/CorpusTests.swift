import Testing
import WaldoTestSupport
import WaldoTesting

/// Files of earlier versions are read, verified and processed to the same results. The tests themselves are written in
/// Python: `Tests/Corpus`.
@Suite(.onLoop, .serialized) struct CorpusTests {
    @Test func theFrozenCorpusIsReadToTheSameResults() async throws {
        let programs = [try BuiltProgram.path("waldo"), try BuiltProgram.path("waldo-relay")]
        let run = try ChildProcess(
            "/usr/bin/python3", ["-u", SourceModule.projectFolder + "/Tests/Corpus/run"] + programs)
        defer { run.close() }
        let status = try await run.exitStatus(within: .seconds(240))
        #expect(
            status == 0, "\(run.lines.prefix(400).joined(separator: "\n"))\n\(run.errorLines.joined(separator: "\n"))")
        #expect(run.lines.last?.hasPrefix("ok ") == true)
    }
}
