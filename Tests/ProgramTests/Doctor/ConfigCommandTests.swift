import Foundation
import Testing
import WaldoTestSupport

/// `waldo config`, and the defaults of config.yaml in the built program.
@Suite(.serialized) final class ConfigCommandTests: Sendable {
    private let home = FileManager.default.temporaryDirectory.appending(path: "waldo-home-\(UUID().uuidString)").path
    private var file: String { home + "/waldo/config.yaml" }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func put(_ text: String, mode: mode_t = 0o644) throws {
        try FileManager.default.createDirectory(atPath: home + "/waldo", withIntermediateDirectories: true)
        chmod(home + "/waldo", 0o755)
        try Data(text.utf8).write(to: URL(filePath: file))
        chmod(file, mode)
    }

    /// What a command printed, and its exit status.
    private func run(
        _ arguments: [String], _ environment: [String: String?] = [:]
    ) async throws -> (lines: [String], errors: [String], status: CInt) {
        let child = try ChildProcess(
            BuiltProgram.path("waldo"), arguments,
            environment: ["XDG_CONFIG_HOME": home].merging(environment) { $1 })
        defer { child.close() }
        let status = try await child.exitStatus(within: .seconds(30))
        return (child.lines, child.errorLines, status)
    }

    @Test func itShowsWhatHoldsAndWhereItComesFrom() async throws {
        try put("# mine\narm: rover\nsurvey: /srv/surveys\n")
        let shown = try await run(["config"], ["WALDO_PANEL": "127.0.0.1:8713", "WALDO_ARM": ""])
        #expect(shown.status == 0 && shown.errors.isEmpty)
        #expect(
            shown.lines == [
                "arm      rover                      \(file):2",
                "shield   the only one in reach      built in",
                "adapter  the first that is powered  built in",
                "input    the only gamepad           built in",
                "panel    127.0.0.1:8713             WALDO_PANEL",
                "record   none                       built in",
                "sensor   none                       built in",
                "survey   /srv/surveys/              \(file):3",
                "",
                "The file is \(file).",
            ], "\(shown.lines)")
        let json = try await run(["config", "--json"], ["WALDO_PANEL": "none"])
        let object = try JSONSerialization.jsonObject(with: Data(json.lines.joined().utf8)) as? [String: Any]
        let settings = try #require(object?["settings"] as? [String: [String: Any]])
        #expect(object?["file"] as? String == file && object?["exists"] as? Bool == true)
        #expect(settings["arm"]?["value"] as? String == "rover" && settings["arm"]?["line"] as? Int == 2)
        #expect(settings["panel"]?["origin"] as? String == "environment" && settings["panel"]?["value"] == nil)
        #expect(try await run(["config", "--path"]).lines == [file])
    }

    @Test func theTemplateIsAFileThatSetsNothing() async throws {
        let template = try await run(["config", "--template"], ["XDG_CONFIG_HOME": nil, "HOME": nil])
        try put(template.lines.joined(separator: "\n") + "\n")
        #expect(try await run(["check", file]).lines.prefix(2) == ["\(file): defaults", "  none is set"])
        #expect(try await run(["check", "config"]).status == 0)
        #expect(try await run(["config"]).lines.first == "arm      robot                      built in")
    }

    @Test func aDefaultThatNamesNothingIsFoundWhereItIsSet() async throws {
        try put("# mine\narm: meamr\nsensor: demo\n")
        let fault = "waldo: \(file):2: meamr: no arm has this name; did you mean `mearm`? There are "
        for arguments in [
            ["config"], ["check", "config"], ["check", file], ["drive", "--override", "--input", "demo"],
            ["send", "--override", "S90"], ["scan"],
        ] {
            let refused = try await run(arguments)
            #expect(refused.status == 65 && refused.errors.count == 1, "\(arguments): \(refused)")
            #expect(refused.errors.first?.hasPrefix(fault) == true, "\(arguments): \(refused.errors)")
        }
        let variable = try await run(["config"], ["WALDO_ARM": "robot", "WALDO_SENSOR": "dmo"])
        #expect(variable.errors.first?.hasPrefix("waldo: WALDO_SENSOR: dmo: no sensor has this name") == true)
        let option = try await run(["drive", "--override", "--input", "demo", "--arm", "meamr"])
        #expect(option.errors.first?.hasPrefix("waldo: meamr: no arm has this name") == true, "\(option.errors)")
    }

    /// A channel that the default arm lacks may be one of the arm that was meant.
    @Test func whoChoseTheArmIsSaidWhereItDoesNotFit() async throws {
        try put("# mine\narm: mearm\n")
        let raster = ["survey", "raster", "--sensor", "demo", "--dwell", "1s", "--over", "zx=0..5/5", "--plan"]
        for arguments in [raster, ["drive", "--override", "--input", "demo", "--position", "1"]] {
            let refused = try await run(arguments)
            let words = "(the arm is chosen by \(file):2; --arm names another)"
            #expect(refused.status == 64, "\(arguments): \(refused)")
            #expect(refused.errors.first?.hasSuffix(words) == true, "\(arguments): \(refused.errors)")
            let named = try await run(arguments + ["--arm", "mearm"])
            #expect(named.errors.first?.contains("names another") == false, "\(named.errors)")
        }
    }

    /// A fault stops what would use the defaults, and nothing that shows or explains.
    @Test func aFaultStopsWhatUsesDefaults() async throws {
        try put("amr: rover\n")
        let fault = "\(file):1:1: the key `amr` is unknown in the file"
        for arguments in [
            ["drive", "--override", "--input", "demo"], ["survey", "--sensor", "demo", "--until", "1s"],
            ["send", "--override", "--arm", "robot", "R10>"], ["scan"], ["check", "config"],
        ] {
            let refused = try await run(arguments)
            #expect(refused.status == 65 && refused.errors.count == 1, "\(arguments): \(refused)")
            #expect(refused.errors.first?.hasPrefix("waldo: \(fault)") == true, "\(arguments): \(refused.errors)")
        }
        for arguments in [["--version"], ["drive", "--help"], ["arms"], ["mappings"], ["config", "--template"]] {
            #expect(try await run(arguments).status == 0, "\(arguments)")
        }
        let config = try await run(["config"])
        #expect(config.status == 65 && config.lines.first?.hasSuffix("built in") == true)
        #expect(config.lines.last == "The file \(file) is not used.")
        try put("arm: rover\n", mode: 0o666)
        let writable = try await run(["drive", "--override", "--input", "demo"])
        #expect(writable.status == 65 && writable.errors.first?.contains("chmod go-w \(file)") == true)
        let variable = try await run(
            ["drive", "--override", "--input", "demo"], ["WALDO_RECORD": "here", "XDG_CONFIG_HOME": nil])
        #expect(variable.status == 64, "\(variable)")
    }

    @Test func aDriveTakesTheDefaultsAndNotesWhatMoves() async throws {
        try FileManager.default.createDirectory(atPath: home + "/drives", withIntermediateDirectories: true)
        try put("arm: rover\nrecord: \(home)/drives\nsensor: demo\nshield: AA:BB:CC:DD:EE:FF\n")
        async let other = run(
            [
                "drive", "--override", "--input", "demo", "--plain", "--arm", "robot", "--record", "none", "--sensor",
                "none",
            ])
        let drive = try await run(["drive", "--override", "--input", "demo", "--plain"]), named = try await other
        #expect(drive.status == 0, "\(drive.errors)")
        #expect(
            drive.lines.contains { $0.contains("\"the arm is “rover”, by \(file):1\"") }, "\(drive.lines.prefix(5))")
        #expect(!drive.lines.contains { $0.contains("AA:BB") }, "under override no shield is looked for")
        #expect(drive.lines.contains { $0.contains("\"event\":\"sample\"") }, "the default sensor is recorded")
        let recordings = try FileManager.default.contentsOfDirectory(atPath: home + "/drives")
        #expect(recordings.count == 1 && recordings[0].hasSuffix("-rover.jsonl"), "\(recordings)")
        #expect(
            !named.lines.contains { $0.contains("\"note\"") || $0.contains("\"sample\"") }, "\(named.lines.prefix(5))")
    }

    @Test func aDefaultInputIsLookedFor() async throws {
        let missing = try await run(["drive", "--override", "--plain"], ["WALDO_INPUT": "Nobody's pad"])
        #expect(missing.status == 66, "\(missing)")
        #expect(missing.errors.first?.contains("No input \"Nobody's pad\" found") == true, "\(missing.errors)")
        let panel = try await run(["drive", "--override", "--plain"], ["WALDO_INPUT": "panel"])
        #expect(panel.status == 64 && panel.errors.contains { $0.contains("--panel 127.0.0.1:8713") }, "\(panel)")
        let named = try await run(
            ["drive", "--override", "--input", "demo", "--plain", "--arm", "rover"], ["WALDO_INPUT": "panel"])
        #expect(named.status == 0, "\(named.errors)")
    }

    /// Naming the arm is the safeguard where its frames differ from those of the recording.
    @Test func aDefaultArmIsNotNamedForAReplay() async throws {
        try put("")
        let recording = GoldenRecordingTests.path("robot-by-gamepad")
        let other = try await run(["replay", recording, "--override", "--plain"], ["WALDO_ARM": "hm10"])
        #expect(other.status == 65, "\(other)")
        #expect(other.errors.first?.contains("say by --arm which one is to move") == true, "\(other.errors)")
        let verified = try await run(["replay", recording, "--verify"], ["WALDO_ARM": "hm10"])
        #expect(verified.status == 0, "a default is not compared with: \(verified)")
        let off = try await run(["replay", recording, "--override", "--plain", "--arm", "none"], ["WALDO_ARM": "hm10"])
        #expect(off.status == 0, "\(off)")
    }

    @Test func aMappingOfThisNameIsToldSo() async throws {
        try put("name: x\nmatch: { kind: gamepad }\n")
        let refused = try await run(["drive", "--override", "--input", "demo"])
        #expect(refused.status == 65)
        #expect(refused.errors.first?.contains("this is a mapping, and config.yaml holds defaults") == true)
        #expect(try await run(["mappings"]).lines.allSatisfy { !$0.contains("BROKEN") })
    }
}
