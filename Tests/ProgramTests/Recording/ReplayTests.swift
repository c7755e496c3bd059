import Glibc
import Testing
import WaldoTestSupport

/// The built program replays a golden recording: on a screen, and to a fake shield.
@Suite(.serialized) struct ReplayTests {
    static let golden = GoldenRecordingTests.path("robot-by-gamepad")

    let folder: TemporaryFolder
    let waldo: String

    init() throws {
        folder = try TemporaryFolder()
        waldo = try BuiltProgram.path("waldo")
        _ = Self.placed
    }

    /// The recording of a drive from a place. It takes ten seconds, beside the first tests.
    private static let placed = Task {
        let folder = try TemporaryFolder()
        let drive = try ChildProcess(
            BuiltProgram.path("waldo"),
            ["drive", "--override", "--input", "demo", "--position", "40,0", "--record", folder.path + "/p.jsonl"])
        defer { drive.close() }
        #expect(try await drive.exitStatus(within: .seconds(30)) == 0)
        return try folder.read("p.jsonl")
    }

    /// Runs a replay in a pseudo-terminal, by script(1).
    private func inTerminal(_ arguments: String...) throws -> ChildProcess {
        let words = ["exec", waldo, "replay"] + arguments
        return try ChildProcess(
            "script", ["-qefc", words.joined(separator: " "), "/dev/null"], environment: ["TERM": "xterm"])
    }

    private func frames(_ child: ChildProcess) -> [String] {
        child.lines.filter { $0.contains("\"channel\"") }.map { $0.suffix(after: "\"bytes\":\"") }
    }

    @Test func theStopKeyEndsItInThreeZeros() async throws {
        let replay = try inTerminal(Self.golden, "--override", "--plain")
        defer { replay.close() }
        _ = try await replay.waitForLine(containing: "463e")
        try replay.write(Array(" ".utf8))
        _ = try await replay.waitForLine(containing: "\"event\":\"stop\"")
        #expect(try await replay.exitStatus() == 0)
        let after = frames(replay).drop { $0 == "463e" }
        #expect(after.count >= 3 && Set(after) == ["533e"])
    }

    @Test func itStartsBehindABeginThatOnlyWaits() async throws {
        let arm = try readFile(SourceModule.projectFolder + "/Mappings/arms/robot.yaml") + "begin: [{ wait: 100 ms }]\n"
        let replay = try ChildProcess(
            waldo, ["replay", Self.golden, "--arm", folder.write(arm, to: "arm.yaml"), "--override"])
        defer { replay.close() }
        _ = try await replay.waitForLine(containing: "463e")
    }

    @Test func aPauseLetsGoAndAStepIsANudge() async throws {
        let replay = try inTerminal(Self.golden, "--override", "--plain")
        defer { replay.close() }
        _ = try await replay.waitForLine(containing: "463e")
        try replay.write(Array("p".utf8))
        _ = try await replay.waitForLine(containing: "\"state\":\"paused\"")
        try await waitUntil("three zeros") { frames(replay).suffix(3) == ["533e", "533e", "533e"] ? true : nil }
        let before = frames(replay).count
        try replay.write(Array("n".utf8))
        try await waitUntil("a nudge and three zeros") {
            frames(replay).dropFirst(before).suffix(3) == ["533e", "533e", "533e"] ? true : nil
        }
        #expect(Set(frames(replay).dropFirst(before).dropLast(3)) == ["463e"])
        try replay.write(Array("p".utf8))
        _ = try await replay.waitForLine(containing: "\"state\":\"playing\"")
        _ = try await replay.waitForLine(containing: "423e")
        try replay.write([3])
        #expect(try await replay.exitStatus() == 130)
    }

    @Test func aSignalInTheMiddleEndsItInThreeZeros() async throws {
        let replay = try ChildProcess(waldo, ["replay", Self.golden, "--override"])
        defer { replay.close() }
        _ = try await replay.waitForLine(containing: "463e")
        replay.send(signal: SIGTERM)
        #expect(try await replay.exitStatus() == 143)
        #expect(frames(replay).suffix(4) == ["463e", "533e", "533e", "533e"])
    }

    @Test func fromTheMiddleOfAHeldSliderNothingMovesBeforeItWasLetGo() async throws {
        let replay = try ChildProcess(
            waldo, ["replay", Self.golden, "--override", "--as-played", "--from", "0.5", "--until", "1.6"])
        defer { replay.close() }
        #expect(try await replay.exitStatus() == 0)
        // Forward was held there; backward starts after the rest.
        #expect(Set(frames(replay)) == ["423e", "533e"])
    }

    /// A replay does not move the arm where it had stopped because it received nothing.
    @Test func aLossInTheRecordingIsNoMotion() async throws {
        let replay = try ChildProcess(
            waldo, ["replay", GoldenRecordingTests.path("link-lost-in-a-held-slider"), "--override"])
        defer { replay.close() }
        #expect(try await replay.exitStatus(within: .seconds(20)) == 0)
        let first = frames(replay).prefix { $0 == "463e" }
        #expect(first.count <= 5)
    }

    @Test(arguments: ["robot-by-gamepad", "combined-by-gamepad", "nordic-uart-by-gamepad"])
    func theLastPositionsAreTheRecordedOnes(name: String) async throws {
        func last(_ lines: [String]) -> [String: String] {
            lines.filter { $0.contains("\"channel\"") && $0.contains("\"bytes\"") }.reduce(into: [:]) {
                let channel = $1.suffix(after: "\"channel\":\"")
                if channel != "slider" { $0[channel] = $1.suffix(after: "\"value\":").prefix { $0 != "," }.description }
            }
        }
        let golden = GoldenRecordingTests.path(name)
        let arm = String(name.prefix(upTo: try #require(name.firstRange(of: "-by-")).lowerBound))
        let replay = try ChildProcess(
            waldo, ["replay", golden, "--override", "--as-played", "--rate", "10", "--arm", arm])
        defer { replay.close() }
        #expect(try await replay.exitStatus(within: .seconds(30)) == 0)
        #expect(last(replay.lines) == last(try readFile(golden).split(separator: "\n").dropFirst().map(String.init)))
    }

    @Test func everyPassOfALoopThatIsEnteredHeldIsDeadUntilItHasLetGo() async throws {
        let replay = try ChildProcess(
            waldo, ["replay", Self.golden, "--override", "--as-played", "--from", "0.5", "--until", "1.6", "--loop"])
        defer { replay.close() }
        for _ in 0..<3 {
            _ = try await replay.waitForLine(containing: "\"rewound\"")
            _ = try await replay.waitForLine(containing: "423e")
        }
        #expect(!frames(replay).contains("463e"))
    }

    @Test func numbersThatTheArmDoesNotHaveAreRefused() async throws {
        let golden = try readFile(Self.golden)
        for (from, to) in [
            ("\"value\":6,", "\"value\":600,"), ("\"value\":6,", "\"value\":6.0,"), ("\"zx\"", "\"zz\""),
        ] {
            let file = try folder.write(golden.replacing(from, with: to), to: "n.jsonl")
            let replay = try ChildProcess(waldo, ["replay", file, "--override"])
            defer { replay.close() }
            #expect(try await replay.exitStatus() == 65)
            #expect(replay.errorLines.count == 1 && replay.errorLines[0].contains("n.jsonl:"), "\(replay.errorLines)")
            #expect(replay.lines == [])
        }
    }

    @Test func aDriveFromAPlaceIsReplayedFromThere() async throws {
        let file = try folder.write(try await Self.placed.value, to: "p.jsonl")
        let replay = try ChildProcess(waldo, ["replay", file, "--override", "--as-played", "--rate", "10"])
        defer { replay.close() }
        #expect(try await replay.exitStatus(within: .seconds(30)) == 0)
        #expect(replay.errorLines == [])
    }

    @Test func aLoopBeginsAgain() async throws {
        let replay = try ChildProcess(
            waldo, ["replay", Self.golden, "--override", "--as-played", "--until", "0.9", "--rate", "3", "--loop"])
        defer { replay.close() }
        for _ in 0..<3 {
            _ = try await replay.waitForLine(containing: "463e")
            _ = try await replay.waitForLine(containing: "533e")
        }
        replay.send(signal: SIGINT)
        #expect(try await replay.exitStatus() == 130)
    }

    @Test(arguments: [
        (["servo-blackwidow-by-gamepad"], "say by --arm"),
        (["servo-blackwidow-by-gamepad", "--arm", "robot"], "slider is a position in the recording, and a velocity"),
        (["robot-by-gamepad", "--arm", "servo-bleshield2"], "slider is a velocity in the recording, and a position"),
        (["robot-by-gamepad", "--from", "100"], "nothing is left from 100.000000 s on"),
    ])
    func whatItWasNotMadeForIsRefused(arguments: [String], sentence: String) async throws {
        let file = GoldenRecordingTests.path(arguments[0])
        let replay = try ChildProcess(waldo, ["replay", file, "--override"] + arguments.dropFirst())
        defer { replay.close() }
        #expect(try await replay.exitStatus() == 65)
        #expect(replay.errorLines.count == 1 && replay.errorLines[0].contains(sentence), "\(replay.errorLines)")
        #expect(replay.lines == [])
    }

    @Test func ofARecordingThatIsBrokenInTheMiddleNothingIsSent() async throws {
        var lines = try readFile(Self.golden).split(separator: "\n").map(String.init)
        lines[lines.count / 2] = "nonsense"
        let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "broken.jsonl")
        for mode in ["--override", "--verify"] {
            let replay = try ChildProcess(waldo, ["replay", file, mode])
            defer { replay.close() }
            #expect(try await replay.exitStatus() == 65)
            #expect(replay.errorLines.count == 1)
            #expect(replay.errorLines[0].contains("\(file):\(lines.count / 2 + 1):1: "))
            #expect(replay.lines == [])
        }
    }

    @Test func anotherArmsEncodingIsShownAsADifference() async throws {
        let replay = try ChildProcess(waldo, ["replay", Self.golden, "--verify", "--arm", "nordic-uart", "--all"])
        defer { replay.close() }
        #expect(try await replay.exitStatus() == 1)
        #expect(replay.lines.contains { $0.hasPrefix("- ") && $0.contains("slider 6 “F>”") })
        #expect(replay.lines.contains { $0.hasPrefix("+ ") })
        let same = try ChildProcess(waldo, ["replay", Self.golden, "--verify", "--arm", "robot"])
        defer { same.close() }
        #expect(try await same.exitStatus() == 0)
    }

    // MARK: to a shield

    @Test func theShieldReceivesTheRecordedFrames() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let replay = try ChildProcess(
            waldo, ["replay", Self.golden, "--as-played", "--rate", "4"], environment: shield.bus.environment)
        defer { replay.close() }
        #expect(try await replay.exitStatus(within: .seconds(20)) == 0)
        let said = try await shield.said()
        let received = said.filter { $0.contains("\"write\"") }.map { $0.suffix(after: "\"write\":\"") }
        #expect(received == frames(replay))
        let order = received.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        #expect(order.prefix(4) == ["463e", "533e", "423e", "533e"])
        // The three zeros after the last motion are not sent again at the end.
        let slider = received.filter { ["463e", "423e", "533e"].contains($0) }
        #expect(slider.suffix(4).first != "533e" && slider.suffix(3) == ["533e", "533e", "533e"])
    }

    @Test func aLostLinkEndsIt() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let replay = try ChildProcess(waldo, ["replay", Self.golden], environment: shield.bus.environment)
        defer { replay.close() }
        _ = try await replay.waitForLine(containing: "463e")
        try shield.fake.write(line: "drop \(shield.address)")
        #expect(try await replay.exitStatus() == 69)
        #expect(replay.errorLines.last?.contains("the link was lost at 0.") == true, "\(replay.errorLines)")
    }
}
