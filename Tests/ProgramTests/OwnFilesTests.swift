import Foundation
import Testing
import WaldoTestSupport

/// The built program with the operator's own files, and the files that it writes.
@Suite(.serialized) final class OwnFilesTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "waldo-home-\(UUID().uuidString)").path
    private var arms: String { home + "/waldo/arms" }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func put(_ text: String, at path: String, mode: mode_t = 0o644) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        chmod(folder, 0o755)
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, mode)
    }

    private func shipped(_ name: String) throws -> String {
        try readFile(SourceModule.projectFolder + "/Mappings/" + name + ".yaml")
    }

    private func waldo(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(BuiltProgram.path("waldo"), arguments, environment: ["XDG_CONFIG_HOME": home])
    }

    /// Installs an arm and a mapping that hide shipped ones; the arm's slider has no heartbeat.
    private func hide() throws {
        let arm = try shipped("arms/robot"), silent = arm.replacing("heartbeat: 100 ms", with: "heartbeat: none")
        try #require(silent != arm)
        try put(silent, at: arms + "/robot.yaml")
        try put(try shipped("gamepad"), at: home + "/waldo/gamepad.yaml")
    }

    @Test func whatHidesAShippedFileIsNamedInTheLines() async throws {
        try hide()
        let drive = try waldo("drive", "--override", "--input", "demo", "--plain", "--record", home + "/r.jsonl")
        defer { drive.close() }
        let arm = try await drive.waitForLine(containing: "\"event\":\"note\"")
        #expect(arm.contains("the arm “robot” is \(arms)/robot.yaml, which hides the shipped one"), "\(arm)")
        let mapping = try await drive.waitForLine(containing: "\"event\":\"note\"")
        #expect(mapping.contains("the mapping “gamepad” is \(home)/waldo/gamepad.yaml, which hides"), "\(mapping)")
        let silence = try await drive.waitForLine(containing: "\"event\":\"note\"")
        #expect(silence.value(of: "detail") == "slider has no heartbeat: the arm cannot notice silence")
        try await drive.waitForLine(containing: "463e")
        drive.send(signal: SIGTERM)
        #expect(try await drive.exitStatus() == 128 + SIGTERM)
        #expect(try readFile(home + "/r.jsonl").split(separator: "\n").count { $0.contains("\"note\"") } == 3)
        let verified = try waldo("replay", home + "/r.jsonl", "--verify")
        defer { verified.close() }
        #expect(try await verified.exitStatus() == 0)
    }

    @Test func whatHidesAShippedFileIsNamedOnTheDashboard() async throws {
        try hide()
        let pane = try await TmuxPane(
            "$WALDO drive --override --input terminal; sleep 1000", columns: 140, rows: 40,
            environment: ["XDG_CONFIG_HOME": home])
        // The log wraps the path.
        try await pane.waitFor("the arm “robot” is ")
        try await pane.waitFor("slider has no heartbeat")
        try await pane.close()
    }

    @Test func withoutFilesOfOnesOwnNothingIsNoted() async throws {
        let drive = try waldo("drive", "--override", "--input", "demo", "--plain")
        defer { drive.close() }
        try await drive.waitForLine(containing: "463e")
        #expect(!drive.lines.contains { $0.contains("\"note\"") })
    }

    @Test func aFileThatOthersMayWriteDrivesNothing() async throws {
        try put(try shipped("arms/robot"), at: arms + "/robot.yaml", mode: 0o666)
        let drive = try waldo("drive", "--override", "--input", "demo", "--plain")
        defer { drive.close() }
        #expect(try await drive.exitStatus() == 65)
        #expect(drive.errorLines.count == 1 && drive.lines.isEmpty)
        #expect(drive.errorLines.first?.contains("chmod go-w \(arms)/robot.yaml") == true, "\(drive.errorLines)")
        let check = try waldo("check", "robot")
        defer { check.close() }
        #expect(try await check.exitStatus() == 65)
    }

    /// The mapping that would have matched is refused and another one drives, which must be reported.
    @Test func aMappingThatIsPassedOverIsNamed() async throws {
        try put(try shipped("gamepad"), at: home + "/waldo/mine.yaml", mode: 0o666)
        let drive = try waldo("drive", "--override", "--input", "demo", "--plain")
        defer { drive.close() }
        let note = try await drive.waitForLine(containing: "\"event\":\"note\"")
        #expect(note.contains("\(home)/waldo/mine.yaml: ") && note.contains("chmod go-w"), "\(note)")
    }

    @Test func noNameOfAFileSteersTheTerminal() async throws {
        try put("name: x\n", at: arms + "/e\u{1b}[2Jvil.yaml")
        try put("name: x\n", at: home + "/waldo/e\u{1b}[2Jvil.yaml")
        for arguments in [
            ["arms"], ["mappings"], ["check", "e\u{1b}[2Jvil"], ["check", arms + "/e\u{1b}[2Jvil.yaml"],
        ] {
            let list = try ChildProcess(
                BuiltProgram.path("waldo"), arguments, environment: ["XDG_CONFIG_HOME": home])
            defer { list.close() }
            _ = try await list.exitStatus()
            let printed = list.lines + list.errorLines
            #expect(printed.contains { $0.contains("e\\u{1b}[2Jvil") }, "\(printed)")
            #expect(!printed.contains { $0.contains("\u{1b}") })
        }
    }

    @Test(arguments: ["0000", "0277"]) func aRecordingAndItsExportsAreTheOperatorsAlone(umask: String) async throws {
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let recording = home + "/r.jsonl"
        for words in [
            ["drive", "--override", "--input", "demo", "--arm", "rover", "--record", recording],
            ["log", recording, "--csv", home + "/r.csv", "--mcap", home + "/r.mcap"],
        ] {
            let made = try ChildProcess(
                "bash", ["-c", "umask \(umask); exec \"$0\" \"$@\"", try BuiltProgram.path("waldo")] + words)
            defer { made.close() }
            #expect(try await made.exitStatus(within: .seconds(30)) == 0)
        }
        for name in ["r.jsonl", "r.csv", "r.mcap"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: home + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }
}
