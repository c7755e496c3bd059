import Foundation
import Testing
import WaldoTestSupport

/// What the built program tells a shell that completes a command line. `Tests/Package` presses Tab in the shells.
@Suite(.serialized) final class CompletionTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "waldo-tab-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func waldo(_ arguments: [String]) async throws -> [String] {
        let environment = ["XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "SAP_SHELL": "bash"]
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), arguments, environment: environment)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 0, "\(arguments)")
        return waldo.lines
    }

    /// What is offered for an option's value, as a shell's script asks for it.
    private func offered(for option: String, of command: String...) async throws -> [String] {
        let words = ["waldo"] + command + [option, ""]
        let asked = ["---completion"] + command + ["--", option, "\(words.count - 1)", "0"]
        return try await waldo(asked + words)
    }

    private func put(_ names: String..., in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in names { try Data().write(to: URL(filePath: "\(folder)/\(name).yaml")) }
    }

    @Test func shippedNamesOfEachKindAreOffered() async throws {
        #expect(try await offered(for: "--arm", of: "drive").contains("rover"))
        #expect(try await offered(for: "--mapping", of: "drive").contains("gamepad"))
        #expect(try await offered(for: "--sensor", of: "survey", "run").contains("airbeam"))
        let graphs = try await offered(for: "--graph", of: "survey", "run")
        #expect(graphs.contains("lnd7317") && graphs.last == "none")
        #expect(try await offered(for: "--input", of: "drive").starts(with: ["keyboard", "terminal", "demo", "panel"]))
    }

    @Test func onesOwnNamesComeFirstAndOnceEvenOfBrokenFiles() async throws {
        try put("mine", "rover", in: home + "/waldo/arms")
        let arms = try await offered(for: "--arm", of: "drive")
        #expect(arms.starts(with: ["mine", "rover"]) && arms.count(where: { $0 == "rover" }) == 1, "\(arms)")
    }

    /// bash expands the words that it is given.
    @Test func aNameThatAShellWouldRunIsNotOffered() async throws {
        let harmful = ["$(reboot)", "`reboot`", "a b", "a;b", "-a", "a'b", "a\\b", "a\nb", "*", "~", "a:b"]
        for name in harmful { try put(name, in: home + "/waldo/arms") }
        try put("näher-2.1_b", in: home + "/waldo/arms")
        let arms = try await offered(for: "--arm", of: "drive")
        #expect(arms.contains("näher-2.1_b"))
        for name in harmful + ["b"] { #expect(!arms.contains(name), "\(name)") }
    }

    /// The option of a new command too.
    @Test func everyValueThatIsANameOrAFileIsCompleted() async throws {
        let text = try await waldo(["--experimental-dump-help"]).joined(separator: "\n")
        let program = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        var (seen, missing) = (0, [String]())
        func look(at command: [String: Any], _ path: String) {
            for argument in command["arguments"] as? [[String: Any]] ?? [] where argument["kind"] as? String != "flag" {
                let help = argument["abstract"] as? String ?? ""
                guard help.contains(#/a name \(see `waldo|[Ff]iles? (of|that)/#) else { continue }
                seen += 1
                if argument["completionKind"] == nil { missing.append("\(path): \(argument["valueName"] ?? help)") }
            }
            for one in command["subcommands"] as? [[String: Any]] ?? [] {
                look(at: one, "\(path) \(one["commandName"] ?? "")")
            }
        }
        look(at: program["command"] as? [String: Any] ?? [:], "waldo")
        #expect(seen > 30 && missing.isEmpty, "\(missing)")
    }
}
