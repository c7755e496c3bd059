import Glibc
import Testing
import WaldoTestSupport

/// The panel in a headless Chromium against the built program. The tests themselves are Python's: `Tests/Panel`.
@Suite(.serialized) struct PanelTests {
    private static let python = SourceRoom.projectFolder + "/.build-python/bin/python"
    private static let script = SourceRoom.projectFolder + "/Tests/Panel/run.py"

    @Test func fingersOfARealBrowserDriveTheRealProgram() async throws {
        guard access(Self.python, X_OK) == 0, access("/usr/bin/chromium", X_OK) == 0 else {
            Issue.record(
                "\(Self.python) or /usr/bin/chromium is missing (Debian: chromium): run the README's test command once")
            return
        }
        let tests = try ChildProcess(Self.python, ["-u", Self.script, BuiltProgram.path("waldo")])
        defer { tests.close() }
        let status = try await tests.exitStatus(within: .seconds(500))
        // The figures, for whoever reads the tests' output.
        for line in tests.lines where line.hasPrefix("  ") { print("panel:\(line.dropFirst())") }
        #expect(status == 0, "\(tests.lines.suffix(60).joined(separator: "\n"))\n\(tests.errorLines)")
        #expect(tests.lines.last?.hasPrefix("ok ") == true)
    }

    @Test(arguments: [
        (["--panel", "arm.local:8713"], CInt(64), "arm.local:8713"), (["--panel", "127.0.0.1"], 64, "--panel"),
        (["--panel", "127.0.0.1:0", "--panel-token", "short"], 64, "--panel-token"),
        (["--panel-token", "long-enough-1"], 64, "--panel"), (["--input", "panel"], 64, "--panel"),
        (["--panel", "192.0.2.1:8713"], 74, "192.0.2.1"),
    ])
    func aPanelThatCannotBeIsOneSentence(arguments: [String], status: CInt, word: String) async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["drive", "--override", "--plain"] + arguments)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == status)
        #expect(waldo.errorLines.contains { $0.contains(word) }, "\(waldo.errorLines)")
        #expect(!waldo.lines.contains { $0.contains("\"bytes\"") })
    }

    /// A machine that can be reached shows its address as a code to a phone's camera, and as text to a person.
    @Test func anAddressForOthersIsToldWithItsToken() async throws {
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"), ["drive", "--override", "--plain", "--panel", "0.0.0.0:0"])
        defer { waldo.close() }
        let line = try await waldo.waitForErrorLine(containing: "the panel")
        let token = line.split(separator: "#").last.map(String.init)
        #expect(token?.count == 32)
    }
}
