import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// Live data of the built program for a plain WebSocket client. The tests themselves are written in Python:
/// `Tests/Foxglove`.
@Suite(.onLoop, .serialized) struct FoxgloveProgramTests {
    private static let python = SourceModule.projectFolder + "/.build-python/bin/python"
    private static let script = SourceModule.projectFolder + "/Tests/Foxglove/run.py"

    @Test func aPlainClientGetsWhatAnExportHas() async throws {
        guard access(Self.python, X_OK) == 0 else {
            Issue.record("\(Self.python) is missing: run the README's test command once")
            return
        }
        let tests = try ChildProcess(
            Self.python, ["-u", "-W", "ignore", Self.script, BuiltProgram.path("waldo")],
            environment: TestRun.current.environment)
        defer { tests.close() }
        let status = try await tests.exitStatus(within: .seconds(240))
        #expect(status == 0, "\(tests.lines.suffix(60).joined(separator: "\n"))\n\(tests.errorLines)")
        #expect(tests.lines.last?.hasPrefix("ok ") == true)
    }
}
