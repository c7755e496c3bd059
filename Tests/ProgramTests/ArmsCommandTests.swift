import Foundation
import Testing
import WaldoTestSupport

/// `waldo arms` and its subcommands, in the built program.
@Suite(.serialized) final class ArmsCommandTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "waldo-arms-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func run(_ arguments: String...) async throws -> (status: Int32, lines: [String], errors: [String]) {
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"), arguments, environment: ["XDG_CONFIG_HOME": home])
        defer { waldo.close() }
        return (try await waldo.exitStatus(), waldo.lines, waldo.errorLines)
    }

    private func put(_ text: String, at path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for folder in [home, home + "/waldo", folder] { chmod(folder, 0o755) }
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, 0o644)
    }

    @Test func aloneItLists() async throws {
        let alone = try await run("arms"), list = try await run("arms", "list")
        #expect(alone.status == 0 && list.status == 0 && alone.lines == list.lines)
        #expect(alone.lines.contains { $0.hasPrefix("rover ") && $0.hasSuffix("(shipped)") })
    }

    @Test func showPrintsAFileAsItStands() async throws {
        let folder = SourceModule.projectFolder + "/Mappings/arms"
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(".yaml") {
            let shown = try await run("arms", "show", String(file.dropLast(5)))
            #expect(shown.status == 0 && shown.errors.isEmpty)
            #expect(shown.lines.joined(separator: "\n") + "\n" == (try readFile("\(folder)/\(file)")), "\(file)")
        }
    }

    /// A broken file is what somebody wants to look at.
    @Test func showPrintsAFileOfOnesOwnEvenABrokenOne() async throws {
        try put("name: mine\n# half a fi", at: home + "/waldo/arms/rover.yaml")
        let shown = try await run("arms", "show", "rover")
        #expect(shown.status == 0 && shown.lines.first == "name: mine")
    }

    @Test func showSaysWhichArmsThereAre() async throws {
        let shown = try await run("arms", "show", "rovr")
        #expect(shown.status == 65 && shown.lines.isEmpty && shown.errors.count == 1)
        #expect(shown.errors.first?.contains("; did you mean `rover`? There are ") == true, "\(shown.errors)")
    }

    @Test func whatNewPrintsPassesCheckAndDrives() async throws {
        let new = try await run("arms", "new", "--servos", "6", "--velocities", "2", "--name", "My \"first\" arm")
        #expect(new.status == 0 && new.errors.isEmpty)
        try put(new.lines.joined(separator: "\n") + "\n", at: home + "/waldo/arms/mine.yaml")
        let check = try await run("check", "mine")
        #expect(check.status == 0)
        #expect(check.lines.first?.hasSuffix("arm “My \"first\" arm”") == true, "\(check.lines)")
        let send = try await run("send", "--override", "--arm", "mine", "A90>")
        #expect(send.status == 0 && send.lines == ["would send 41 39 30 3e"])
    }

    @Test func newTakesNamesAModuleAndBytes() async throws {
        let new = try await run(
            "arms", "new", "--names", "arm, left,right", "--servos", "1", "--service", "redbear", "--binary")
        #expect(new.status == 0)
        #expect(new.lines.contains("  service: 713d0000-503e-4c75-ba94-3148f18d941e"))
        let channels = new.lines.drop { $0 != "channels:" }.dropFirst().prefix(3)
        #expect(channels.map { $0.prefix { $0 != ":" } } == ["  arm", "  left", "  right"])
        #expect(channels.last?.contains("frame: [0xA5, 3, sequence, i8,") == true)
        #expect(new.lines.last?.hasPrefix("  drive: { left: left, right: right,") == true)
    }

    @Test(arguments: [
        ["--servos", "9"], ["--servos", "0"], ["--names", "a,b,a"], ["--names", "time"], ["--velocities=-1"],
    ])
    func newRefusesInOneSentence(arguments: [String]) async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["arms", "new"] + arguments)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 64)
        #expect(waldo.lines.isEmpty && waldo.errorLines.count == 1, "\(waldo.errorLines)")
        #expect(waldo.errorLines.first?.hasPrefix("waldo: ") == true)
    }
}
