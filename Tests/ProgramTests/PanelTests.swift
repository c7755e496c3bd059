import Glibc
import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTerminal
import WaldoTestSupport
import WaldoTesting

@testable import WaldoApp

/// The panel in a headless Chromium against the built program. The tests themselves are written in Python:
/// `Tests/Panel`.
@Suite(.onLoop, .serialized) struct PanelTests {
    private static let python = SourceModule.projectFolder + "/.build-python/bin/python"
    private static let browser = "/usr/bin/chromium-headless-shell"
    private static let script = SourceModule.projectFolder + "/Tests/Panel/run.py"

    @Test func fingersOfARealBrowserDriveTheRealProgram() async throws {
        guard access(Self.python, X_OK) == 0, access(Self.browser, X_OK) == 0 else {
            Issue.record("\(Self.python) or \(Self.browser) is missing: run the README's test command once")
            return
        }
        try await Cells.run {
            let tests = try await Self.browse()
            #expect(tests.failure == nil)
            // The measured figures, for readers of the tests' output.
            for line in tests.lines where line.hasPrefix("  ") { print("panel:\(line.dropFirst())") }
            return tests.lines.filter { $0.hasPrefix("no verdict ") }.map { $0.suffix(after: "no verdict ") }
        } again: { name in
            try await Self.browse(name).failure.map { .fails([($0, nil)]) } ?? .holds
        }
    }

    /// Runs these tests of the page, or all. Returns what they have printed, and what of it says that they failed.
    private static func browse(_ names: String...) async throws -> (lines: [String], failure: String?) {
        let tests = try ChildProcess(
            python, ["-u", script, BuiltProgram.path("waldo")] + names, environment: TestRun.current.environment)
        defer { tests.close() }
        let status = try await tests.exitStatus(within: .seconds(580))
        let hasPassed = status == 0 && tests.lines.last?.hasPrefix("ok ") == true
        return (tests.lines, hasPassed ? nil : (tests.lines.suffix(60) + tests.errorLines).joined(separator: "\n"))
    }

    @Test(arguments: [
        (["--panel", "arm.local:8713"], CInt(64), "arm.local:8713"), (["--panel", "127.0.0.1"], 64, "--panel"),
        (["--panel", "127.0.0.1:0", "--panel-token", "short"], 64, "--panel-token"),
        (["--panel-token", "long-enough-12345"], 64, "--panel"),
        (["--panel-token-file", "/dev/null"], 64, "--panel"), (["--input", "panel"], 64, "--panel"),
        (["--panel", "192.0.2.1:8713"], 74, "192.0.2.1"),
    ])
    func aPanelThatCannotBeIsOneSentence(arguments: [String], status: CInt, word: String) async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["drive", "--override", "--plain"] + arguments)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == status)
        #expect(waldo.errorLines.contains { $0.contains(word) }, "\(waldo.errorLines)")
        #expect(!waldo.lines.contains { $0.contains("\"bytes\"") })
    }

    /// An address that other machines can reach is shown as a QR code for a phone's camera, and as text.
    @Test func anAddressForOthersIsPrintedWithItsToken() async throws {
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"), ["drive", "--override", "--plain", "--panel", "0.0.0.0:0"])
        defer { waldo.close() }
        let line = try await waldo.waitForErrorLine(containing: "the panel")
        let token = line.split(separator: "#").last.map(String.init)
        #expect(token?.count == 32)
    }

    @Test func aMachineWithoutNetworkSaysWhoReachesThePanel() throws {
        let plan = try #require(try PanelPlan("0.0.0.0:8713"))
        let loopback = try #require(PanelAddress("127.0.0.1:8713"))
        let lines = plan.invitation(at: [loopback])
        #expect(lines.count == 2 && lines[1].contains("only its own browsers reach the panel"), "\(lines)")
        #expect(plan.code(at: [loopback], onScreen: true).isEmpty)
    }

    /// An address that no phone can reach is not shown as a code.
    @Test func onlyAnAddressForOthersIsACode() throws {
        for (text, isForOthers) in [("127.0.0.1:8713", false), ("[::1]:8713", false), ("192.0.2.7:8713", true)] {
            let plan = try #require(try PanelPlan(text))
            #expect(plan.code(at: [plan.address], onScreen: false).isEmpty != isForOthers, "\(text)")
            #expect(plan.invitation(at: [plan.address]).count == 1, "\(text)")
            let loopback = try #require(PanelAddress("127.0.0.1:1"))
            #expect(plan.link(at: [loopback, plan.address]).contains("127.0.0.1:1/") != isForOthers, "\(text)")
        }
    }

    /// Standard error may be kept: in a journal, in a scrollback, in a file.
    @Test func aChosenTokenIsNotPrinted() throws {
        let choice = PanelTokenChoice(argument: "open-sesame-12345")
        let plan = try #require(try PanelPlan("192.0.2.7:8713", token: choice))
        let lines = plan.invitation(at: [plan.address])
        #expect(lines == ["waldo: the panel is at http://192.0.2.7:8713/ with the token that you have chosen"])
        #expect(plan.link(at: [plan.address]) == "http://192.0.2.7:8713/ with your token")
        let without = QRCode("http://192.0.2.7:8713/")?.lines
        #expect(plan.code(at: [plan.address], onScreen: false) == without)
        #expect(
            plan.code(at: [plan.address], onScreen: true) == QRCode("http://192.0.2.7:8713/#open-sesame-12345")?.lines)
        let foxglove = try #require(
            try FoxglovePlan(
                "192.0.2.7:8765", token: PanelTokenChoice(of: "foxglove", argument: "open-sesame-12345")))
        #expect(!foxglove.invitation(at: [foxglove.address]).joined().contains("sesame"))
        #expect(foxglove.invitation(at: [foxglove.address])[0].contains(" ws://192.0.2.7:8765/ with ?token= and "))
        let made = try #require(try FoxglovePlan("192.0.2.7:8765"))
        #expect(made.invitation(at: [made.address])[0].contains("?token=\(try #require(made.token).text)"))
    }

    @Test(arguments: ["panel", "foxglove"]) func aTokenFileThatOthersMayReadIsRefused(name: String) throws {
        let folder = try TemporaryFolder(), path = try folder.write("open-sesame-12345\n", to: "token")
        let choice = PanelTokenChoice(of: name, file: path)
        for mode in [0o644, 0o640, 0o604] as [mode_t] {
            chmod(path, mode)
            let failure = #expect(throws: Failure.self) { try choice.read() }
            #expect(failure?.status == .file)
            #expect(
                failure?.description.contains("--\(name)-token-file: \(path): others may read it") == true,
                "\(String(describing: failure))")
        }
        chmod(path, 0o600)
        #expect(try choice.read()?.text == "open-sesame-12345")
    }

    @LoopActor @Test func keysThatNobodyHasAreNotExplained() throws {
        let library = Library(directory: nil)
        let (arm, source) = try library.arm("robot"), mapping = try library.mapping("keyboard").value
        for (input, isExplained) in [(InputChoice.panel, false), (.demo, false), (.terminal, true)] {
            let plan = DrivePlan(
                arm: arm, armSource: source, library: library, holder: .input(input), isBonded: false, stays: false,
                transport: .override, waits: false, isPlain: false)
            let view = DriveView(plan, start: 0).view(of: DriveStateMachine(arm: arm, mapping: mapping), at: 0)
            #expect(view.mappedKeys.isEmpty != isExplained, "\(input)")
        }
    }
}
