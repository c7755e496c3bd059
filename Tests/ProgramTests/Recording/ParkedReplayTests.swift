import Testing
import WaldoTestSupport

/// The built program parks at the planned end of a replay and of the demo, with the operator's consent.
@Suite(.serialized) struct ParkedReplayTests {
    private let folder: TemporaryFolder
    private let waldo: String
    private let arm: String

    init() throws {
        folder = try TemporaryFolder()
        waldo = try BuiltProgram.path("waldo")
        let text = try readFile("\(GoldenRecordingTests.folder)/arm-with-actions.yaml") + "park: { base: 20 }\n"
        arm = try folder.write(text, to: "arm.yaml")
    }

    private func run(_ arguments: String...) async throws -> (status: CInt, lines: [String], errors: [String]) {
        let child = try ChildProcess(waldo, arguments)
        defer { child.close() }
        let status = try await child.exitStatus(within: .seconds(60))
        return (status, child.lines, child.errorLines)
    }

    private func record(_ options: String...) async throws -> String {
        let path = folder.path + "/drive.jsonl"
        let child = try ChildProcess(
            waldo, ["drive", "--arm", arm, "--simulate", "seed=1", "--input", "demo", "--record", path] + options)
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(60)) == 0, "\(child.errorLines)")
        return path
    }

    @Test func aReplayParksBehindItsLastFrameAndVerifies() async throws {
        let drive = try await record(), path = folder.path + "/replay.jsonl"
        #expect(try folder.read("drive.jsonl").contains("park at end") == false)
        let replay = try await run("replay", drive, "--arm", arm, "--override", "--park", "--yes", "--record", path)
        #expect(replay.status == 0, "\(replay.errors)")
        #expect(replay.lines.contains { $0.contains(#""state":"parked""#) })
        #expect(replay.errors.contains { $0.contains("at the end the arm parks: base 20, within 20 s") })
        let base = replay.lines.last { $0.contains(#""channel":"base""#) }
        #expect(base?.contains(#""bytes":"6232300a""#) == true, "\(base ?? "")")
        let verified = try await run("replay", "--verify", path)
        #expect(verified.status == 0, "\(verified.lines) \(verified.errors)")
    }

    @Test func theDemoParksAtItsEndAndVerifies() async throws {
        let drive = try await record("--park", "--yes")
        let text = try folder.read("drive.jsonl")
        #expect(text.contains(#""step":"park at end""#) && text.contains(#""state":"parked""#))
        #expect(try await run("replay", "--verify", drive).status == 0)
    }

    @Test func aStopEndsAReplayWithoutParking() async throws {
        let drive = try await record()
        let words = ["exec", waldo, "replay", drive, "--arm", arm, "--override", "--plain", "--park", "--yes"]
        let replay = try ChildProcess(
            "script", ["-qefc", words.joined(separator: " "), "/dev/null"], environment: ["TERM": "xterm"])
        defer { replay.close() }
        _ = try await replay.waitForLine(containing: #""channel":"base""#)
        try replay.write(Array(" ".utf8))
        #expect(try await replay.exitStatus() == 0)
        #expect(!replay.lines.contains { $0.contains(#""event":"parking""#) })
    }

    @Test func whatCannotParkIsRefused() async throws {
        let drive = try await record()
        let refused: [([String], String)] = [
            (["replay", drive, "--arm", arm, "--override", "--park"], "add --yes if it may"),
            (["replay", drive, "--arm", arm, "--override", "--park", "--yes", "--until", "2"], "leave out --loop and"),
            (["replay", drive, "--arm", arm, "--override", "--yes"], "--yes belongs to --park"),
            (["replay", drive, "--verify", "--park"], "--verify sends nothing"),
            (["drive", "--arm", arm, "--simulate", "--input", "terminal", "--park"], "End, a pad's key or"),
            (["drive", "--arm", "mearm", "--simulate", "--input", "demo", "--park"], "add `park` to it"),
        ]
        for (arguments, sentence) in refused {
            let child = try ChildProcess(waldo, arguments)
            defer { child.close() }
            #expect(try await child.exitStatus() == 64, "\(arguments)")
            #expect(child.errorLines.contains { $0.contains(sentence) }, "\(arguments): \(child.errorLines)")
        }
    }
}
