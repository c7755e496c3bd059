import Testing
import WaldoTestSupport

/// `--fence` as users run it.
@Suite(.serialized) struct FenceProgramTests {
    private let folder: TemporaryFolder
    private let waldo: String
    private let cup: String

    init() throws {
        folder = try TemporaryFolder()
        waldo = try BuiltProgram.path("waldo")
        // Around the hand of a MeArm at its start.
        cup = try folder.write(
            "boxes: [{ name: cup, from: [120 mm, -20 mm, 120 mm], to: [180 mm, 20 mm, 160 mm] }]\n", to: "cup.yaml")
    }

    private func drive(_ options: String...) throws -> ChildProcess {
        try ChildProcess(
            waldo, ["drive", "--arm", "mearm", "--simulate", "seed=1", "--input", "demo", "--plain"] + options)
    }

    @Test func theFilesStartInsideOfItIsRefused() async throws {
        let child = try drive("--fence", cup)
        defer { child.close() }
        #expect(try await child.exitStatus() == 65)
        #expect(child.errorLines.contains { $0.contains("the hand is 20 mm inside of this fence") })
    }

    @Test func aPositionInsideOfItIsAcceptedWithANote() async throws {
        let child = try drive("--fence", cup, "--position", "90,90,90,90")
        defer { child.close() }
        _ = try await child.waitForLine(containing: #""event":"note""#)
        _ = try await child.waitForLine(containing: #""event":"input""#)
        let notes = child.lines.filter { $0.contains("the arm begins inside the fence “cup”") }
        #expect(notes.count == 1 && notes[0].contains("it may leave, and goes no further in"), "\(child.lines)")
    }

    @Test func thePositionCountsAndNotTheFilesStart() async throws {
        let child = try drive("--fence", cup, "--position", "10,90,90,90")
        defer { child.close() }
        _ = try await child.waitForLine(containing: #""channel":"#)
        #expect(!child.lines.contains { $0.contains("begins inside") }, "\(child.lines)")
    }

    @Test func aReplayWithoutAnArmNamesTheArmAndNotTheFence() async throws {
        let recording = "\(GoldenRecordingTests.folder)/mearm-by-its-hand.jsonl"
        let child = try ChildProcess(waldo, ["replay", recording, "--simulate", "--fence", cup])
        defer { child.close() }
        #expect(try await child.exitStatus() == 65)
        #expect(child.errorLines.contains { $0.contains("say by --arm which one is to move") }, "\(child.errorLines)")
    }

    @Test func theHelpOfAReplaySaysThatYesBelongsToPark() async throws {
        let child = try ChildProcess(waldo, ["replay", "--help"])
        defer { child.close() }
        #expect(try await child.exitStatus() == 0)
        let text = child.lines.joined(separator: " ")
        let words = try #require(text.split(separator: " --yes ").last).prefix(120)
        #expect(words.contains("--park"), "\(words)")
    }
}
