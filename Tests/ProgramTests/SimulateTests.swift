import Foundation
import Testing
import WaldoTestSupport

/// The built program with a simulated arm.
@Suite(.serialized) struct SimulateTests {
    private typealias Outcome = (status: Int32, lines: [String], errors: [String])

    private let folder: TemporaryFolder
    private let bus: ListeningSocket

    init() throws {
        folder = try TemporaryFolder()
        bus = try ListeningSocket()
    }

    /// Runs the program to its end.
    private func run(_ arguments: String...) async throws -> Outcome { try await Self.run(arguments, bus: bus) }

    private static func run(_ arguments: [String], bus: ListeningSocket) async throws -> Outcome {
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"), arguments, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        defer { waldo.close() }
        let status = try await waldo.exitStatus(within: .seconds(60))
        #expect(!bus.hasCaller)
        return (status, waldo.lines, waldo.errorLines)
    }

    /// A drive of the demo with all that a simulation can be asked for. It takes ten seconds: the tests share it.
    private static let driven = Task { () async throws -> (folder: TemporaryFolder, lines: [String]) in
        let folder = try TemporaryFolder()
        let found = try await run(
            [
                "drive", "--simulate", "seed=7,source=0.05:0:0.2:0.01,loss=3s+1s,stall=6s", "--input", "demo",
                "--plain", "--sensor", "iac-gamma", "--survey", folder.path + "/s.gpkg", "--record",
                folder.path + "/drive.jsonl",
            ], bus: ListeningSocket())
        #expect(found.status == 0 && found.errors.isEmpty, "\(found.errors)")
        return (folder, found.lines)
    }

    /// Puts what the drive has left into the folder; returns its recording and its lines.
    private func drive() async throws -> (recording: String, lines: [String]) {
        let (made, lines) = try await Self.driven.value
        for name in ["drive.jsonl", "s.gpkg"] {
            try FileManager.default.copyItem(atPath: "\(made.path)/\(name)", toPath: "\(folder.path)/\(name)")
        }
        return (folder.path + "/drive.jsonl", lines)
    }

    @Test func aDriveIsLikeOneInLifeAndReplaysToTheByte() async throws {
        let (recording, lines) = try await drive()
        #expect(lines[0].contains(#""link":"simulation","simulation":"seed=7,background=0.1,source=0.05:0:0.2:0.01"#))
        let links = lines.filter { $0.contains(#""event":"link""#) }.map { $0.suffix(after: #""state":""#) }
        #expect(links == ["connected", "lost", "connected", "stalled", "connected"])
        let halts = lines.filter { $0.contains(#""event":"halt""#) }.map { $0.suffix(after: #""reason":""#) }
        #expect(halts.prefix(3) == ["link-lost", "link-back", "stalled"] && halts.last == "ending")
        #expect(lines.count { $0.contains(#""event":"reading""#) } > 10)

        let verified = try await run("replay", recording, "--verify")
        #expect(verified.status == 0, "\(verified.lines)")
        #expect(verified.lines.last?.contains(" notifications of the simulated sensor: Waldo sends the same") == true)

        // Another count in one message is found.
        let text = try folder.read("drive.jsonl")
        let end = try #require(text.split(separator: "\n").last { $0.contains(#""notify""#) })
        let changed = text.replacing(end, with: end.replacing(#/[0-9a-f]"\}$/#, with: "f\"}"))
        try folder.write(changed == text ? text.replacing(end, with: "") : changed, to: "changed.jsonl")
        let differs = try await run("replay", folder.path + "/changed.jsonl", "--verify")
        #expect(differs.status == 1)
        #expect(differs.lines.contains { $0.contains("the simulated sensor sent ") }, "\(differs.lines)")
    }

    @Test func itsSurveyIsMarkedAndNoSessionOfAMeasuredOne() async throws {
        _ = try await drive()
        _ = try await run(
            "survey", "--sensor", "iac-gamma", "--simulate", "seed=2", "--until", "1200ms", "--to",
            folder.path + "/s.gpkg")
        let shown = try await run("survey", "show", folder.path + "/s.gpkg").lines
        #expect(shown.filter { $0.hasPrefix("survey ") }.map { $0.prefix(8) } == ["survey 1", "survey 2"])
        #expect(
            shown.contains("  tags      simulated") && shown.contains { $0.contains("method    simulation: seed=7,") })
        #expect(shown.count { $0.contains("upload    only by `waldo-relay push --even-simulated`: ") } == 2)
        let verified = try await run("survey", "process", folder.path + "/s.gpkg", "--survey", "1", "--verify")
        #expect(verified.status == 0, "\(verified.lines) \(verified.errors)")
    }

    /// What leaves the store or the recording states it, too.
    @Test func itsExportsStateThatItIsOne() async throws {
        let (recording, _) = try await drive()
        let store = folder.path + "/s.gpkg"
        let exported = try await run("survey", "export", store, "--csv", folder.path + "/x.csv")
        #expect(exported.status == 0, "\(exported.errors)")
        let rows = try folder.read("x.csv").split(separator: "\r\n")
        let flags = try #require(rows.first?.split(separator: ",").firstIndex(of: "flags"))
        let marked = rows.dropFirst().count {
            $0.split(separator: ",", omittingEmptySubsequences: false)[flags].split(separator: " ").contains(
                "simulated")
        }
        #expect(rows.count > 10 && marked == rows.count - 1)
        let refused = try await run("survey", "export", store, "--aircasting", folder.path + "/a.csv")
        #expect(refused.status == 65 && refused.errors.contains { $0.contains("not for upload") }, "\(refused.errors)")

        #expect(try await run("log", recording, "--csv", folder.path + "/l.csv").status == 0)
        let log = try folder.read("l.csv").split(separator: "\r\n")
        #expect(log[1].hasPrefix("0.000000,") && log[1].contains(",simulation,"), "\(log[1])")
        #expect(log[1].contains("\"seed=7,background=0.1,"), "\(log[1])")
    }

    /// A sensor that falls silent is found, also at the end.
    @Test(arguments: [3, .max]) func missingMessagesAreFound(count: Int) async throws {
        _ = try await drive()
        let lines = try folder.read("drive.jsonl").split(separator: "\n", omittingEmptySubsequences: true)
        let missing = Set(lines.indices.filter { lines[$0].contains(#""event":"notify""#) }.suffix(count))
        #expect(!missing.isEmpty)
        let rest = lines.indices.filter { !missing.contains($0) }.map { lines[$0] }.joined(separator: "\n")
        let path = try folder.write(rest + "\n", to: "silent.jsonl")
        let verified = try await run("replay", path, "--verify")
        #expect(verified.status == 1 && verified.lines.contains { $0.contains("sent nothing, and sends ") })
    }

    @Test func anImportOfItsRecordingIsMarkedToo() async throws {
        let (recording, _) = try await drive()
        let path = folder.path + "/i.gpkg"
        let imported = try await run("survey", "import", recording, "--sensor", "iac-gamma", "--to", path)
        #expect(imported.status == 0, "\(imported.errors)")
        let shown = try await run("survey", "show", path).lines
        #expect(shown.contains("  tags      simulated") && shown.contains { $0.contains("“Simulated: ") }, "\(shown)")
        #expect(shown.contains { $0.contains("upload    only by `waldo-relay push --even-simulated`: ") })
        let log = try await run("log", recording)
        #expect(log.lines.contains { $0.contains("link     a simulated arm (seed=7,") }, "\(log.lines)")
    }

    @Test func aRecordingReplaysOnASimulatedArm() async throws {
        let (recording, lines) = try await drive()
        // The option takes no text here, so that the file may follow it.
        let again = try await run(
            "replay", "--simulate", recording, "--plain", "--as-played", "--from", "4.5", "--until", "5.5",
            "--rate", "4")
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.lines[0].contains(#""simulation":"seed=7,"#))
        #expect(lines.contains { $0.contains(#""bytes""#) } && again.lines.contains { $0.contains(#""bytes""#) })
    }

    /// What the replay records is as good as what the drive has recorded.
    @Test func theRecordingOfAReplayVerifiesAndIsImported() async throws {
        let (recording, _) = try await drive()
        let second = folder.path + "/second.jsonl"
        let again = try await run(
            "replay", "--simulate", recording, "--plain", "--as-played", "--from", "6.5", "--record", second)
        #expect(again.status == 0, "\(again.errors)")
        let verified = try await run("replay", second, "--verify")
        #expect(verified.status == 0, "\(verified.lines)")
        let store = folder.path + "/second.gpkg"
        let imported = try await run("survey", "import", second, "--sensor", "iac-gamma", "--to", store)
        #expect(imported.status == 0, "\(imported.errors)")
    }

    /// A recording whose simulation cannot be read is refused, wherever it goes.
    @Test func optionsThatCannotBeReadAreAFaultOfTheRecording() async throws {
        let (recording, _) = try await drive()
        let text = try folder.read("drive.jsonl")
        let wrong = try folder.write(text.replacing("seed=7,", with: "garbage=7,"), to: "wrong.jsonl")
        let store = folder.path + "/w.gpkg"
        for arguments in [
            ["replay", wrong, "--simulate", "--plain"], ["replay", wrong, "--verify"],
            ["survey", "import", wrong, "--sensor", "iac-gamma", "--to", store],
        ] {
            let waldo = try ChildProcess(BuiltProgram.path("waldo"), arguments)
            defer { waldo.close() }
            #expect(try await waldo.exitStatus() == 65)
            #expect(waldo.errorLines.contains { $0.contains("no option `garbage`") }, "\(waldo.errorLines)")
        }
        // Its simulation does not become a measurement by another word for the link.
        for link in ["shield", "override"] {
            let other = text.replacing("\"link\":\"simulation\"", with: "\"link\":\"\(link)\"")
            let verified = try await run("replay", try folder.write(other, to: "other.jsonl"), "--verify")
            #expect(verified.status == 65, "\(verified.lines) \(recording)")
        }
    }

    @Test(arguments: [
        (["drive", "--simulate", "--override", "--input", "demo"], "exclude each other"),
        (["drive", "--simulate", "speed=3", "--input", "demo"], "no option `speed`; write `seed=`"),
        (["drive", "--input", "demo"], "it needs --simulate or --override"),
        (["replay", "x.jsonl", "--verify", "--simulate"], "--verify sends nothing"),
        (
            ["drive", "--simulate", "--adapter", "hci0", "--input", "demo"],
            "--simulate and --adapter exclude each other"
        ),
        (["survey", "--simulate", "loss=1s", "--sensor", "demo"], "those of an arm's link"),
        (["survey", "--simulate", "--sensor", "demo", "--wait"], "--simulate and --wait exclude each other"),
    ])
    func whatDoesNotFitIsRefused(arguments: [String], words: String) async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), arguments)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 64)
        #expect(waldo.errorLines.contains { $0.contains(words) }, "\(waldo.errorLines)")
    }
}
