import Foundation
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTesting

/// `waldo log` as users run it, on a recording whose contents are known.
@Suite(.onLoop, .serialized) struct LogTests {
    private let folder: TemporaryFolder
    private let recording: String

    init() throws {
        folder = try TemporaryFolder()
        recording = folder.path + "/r.jsonl"
    }

    private func log(_ arguments: String...) async throws -> (status: CInt, lines: [String], errors: [String]) {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["log", recording] + arguments)
        defer { waldo.close() }
        return (try await waldo.exitStatus(within: .seconds(60)), waldo.lines, waldo.errorLines)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "r.jsonl" }.sorted()
    }

    @Test func theHelpNamesEveryOutcomeOfAWrite() async throws {
        let help = try await log("--help")
        let text = help.lines.joined(separator: " ")
        for outcome in WriteOutcome.allCases { #expect(text.contains("\(outcome.name)"), "\(outcome.name)") }
    }

    @Test func theSummaryForAMachineIsWhatWasDriven() async throws {
        let drive = try await SampleDrive(to: recording, reports: 400)
        let commands = drive.commands
        let found = try await log("--json")
        #expect(found.status == 0 && found.errors == [] && found.lines.count == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(found.lines[0].utf8)) as? [String: Any])
        #expect(object["commands"] as? Int == commands.count && commands.count > 40)
        #expect(object["input"] as? String == "a “pad”" && object["time"] as? String == "2026-11-21T07:40:42.087856Z")
        #expect(object["linkLosses"] as? Int == 1 && object["linkDown"] as? Int == 2_000_000)
        #expect(object["stopsBy"] as? [String: Int] == ["page": 1])
        #expect(object["stops"] as? Int == 1 && object["resumes"] as? Int == 1 && object["torn"] as? Bool == false)
        #expect(object["notifications"] as? Int == 1 && object["status"] as? Int == 0)
        #expect(object["duration"] as? Int == 10_000_000)
        let halts = try #require(object["halts"] as? [String: Int])
        #expect(halts == ["stop": 1, "link-lost": 1, "link-back": 1, "ending": 1])
        let channels = try #require(object["channels"] as? [String: [String: Any]])
        let gaps = try #require(channels["slider"]?["gaps"] as? [String: Any])
        // The arm's heartbeat is 100 ms, and its interval 80 ms.
        let count = try #require(gaps["count"] as? Int)
        #expect(gaps["max"] as? Int == 100_000 && count > 30)
    }

    @Test func theSummaryForAPersonNamesEachThing() async throws {
        _ = try await SampleDrive(to: recording, reports: 400)
        let found = try await log()
        let text = found.lines.joined(separator: "\n")
        #expect(found.status == 0)
        for part in [
            "a drive of 10.000000 s, begun 2026-11-21 07:40:42 UTC", "slider, held", "zx, held", "all, with pauses",
            "lost once, down for 2.000000 s", "4: 1 stop, 1 link-lost, 1 link-back, 1 ending",
            "1 (1 by STOP on a page), resumes 1", "a “pad”", "100.0 ms",
        ] {
            #expect(text.contains(part), "\(part) in\n\(text)")
        }
    }

    @Test func aRecordingThatWasCutOffIsReadAndReportedAsSuch() async throws {
        _ = try await SampleDrive(to: recording, reports: 50)
        let whole = try Data(contentsOf: URL(filePath: recording))
        try whole.dropLast(7).write(to: URL(filePath: recording))
        let found = try await log("--csv", folder.path + "/r.csv")
        #expect(found.status == 0)
        #expect(found.lines.contains { $0.contains("cut off") })
        #expect(try names() == ["r.csv"])
    }

    @Test func aBrokenLineIsNamedAndNothingIsExported() async throws {
        _ = try await SampleDrive(to: recording, reports: 50)
        let text = try String(contentsOfFile: recording, encoding: .utf8)
        try (text + "{\"t\":\n{\"t\":99}\n").write(toFile: recording, atomically: false, encoding: .utf8)
        let number = text.split(separator: "\n").count + 1
        let found = try await log("--csv", folder.path + "/r.csv", "--mcap", folder.path + "/r.mcap")
        #expect(found.status == 65 && found.lines == [])
        #expect(found.errors.count == 1 && found.errors[0].contains("r.jsonl:\(number):"))
        #expect(try names() == [])
    }

    @Test func nothingIsOverwritten() async throws {
        _ = try await SampleDrive(to: recording, reports: 1)
        let mine = try folder.write("mine", to: "mine.csv")
        let found = try await log("--csv", mine, "--mcap", folder.path + "/r.mcap")
        #expect(found.status == 74 && found.errors.count == 1 && found.errors[0].contains("never overwritten"))
        #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
        #expect(try names() == ["mine.csv"])
        let itself = try await log("--mcap", recording)
        #expect(itself.status == 74)
        let same = try await log("--mcap", folder.path + "/x", "--csv", folder.path + "/x")
        #expect(same.status == 64)
    }

    @Test(arguments: ["--csv", "--mcap"])
    func aFullDiskIsOneSentence(option: String) async throws {
        _ = try await SampleDrive(to: recording, reports: 50)
        let found = try await log(option, "/dev/full")
        #expect(found.status == 74 && found.lines == [])
        #expect(found.errors == ["waldo: /dev/full: the disk is full; make room, or export elsewhere"])
    }

    @Test func aSummaryThatIsLostIsReportedToo() async throws {
        _ = try await SampleDrive(to: recording, reports: 1)
        let waldo = try ChildProcess(
            "/bin/sh", ["-c", "exec \"$0\" log \"$1\" > /dev/full", try BuiltProgram.path("waldo"), recording])
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 74)
    }

    /// When an export is interrupted, no file has its final name. A killed one leaves a partial file whose name says
    /// so.
    @Test(arguments: [(SIGINT, 0), (SIGTERM, 0), (SIGKILL, 1)])
    func anInterruptedExportLeavesNothingThatLooksWhole(signal: CInt, parts: Int) async throws {
        _ = try await SampleDrive(to: recording, reports: 100)
        // Enough lines for a minute of work: the signal comes in the middle.
        let line = "{\"event\":\"notify\",\"t\":9000000,\"bytes\":\"6f6b6f6b6f6b\"}\n"
        let handle = try #require(FileHandle(forWritingAtPath: recording))
        try handle.seekToEnd()
        let block = Data(String(repeating: line, count: 20_000).utf8)
        for _ in 0..<100 { try handle.write(contentsOf: block) }
        try handle.close()
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["log", recording, "--mcap", folder.path + "/r.mcap"])
        defer { waldo.close() }
        try await waitUntil("a part of the export") {
            let part = folder.path + "/r.mcap.\(waldo.pid).part"
            let size = try? FileManager.default.attributesOfItem(atPath: part)[.size] as? Int
            return size ?? 0 > 3_000_000 ? true : nil
        }
        waldo.send(signal: signal)
        #expect(try await waldo.exitStatus() == 128 + signal)
        #expect(try names() == (parts > 0 ? ["r.mcap.\(waldo.pid).part"] : []))
    }
}
