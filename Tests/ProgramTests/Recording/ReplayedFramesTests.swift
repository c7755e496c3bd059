import Foundation
import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// The built program sends the motion frames of recordings again, to a simulated arm and to a fake shield.
@Suite(.serialized) struct ReplayedFramesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the program, and returns the motion frames that it has recorded.
    private func replay(
        _ recording: String, _ arguments: [String], environment: [String: String?] = [:]
    ) async throws -> [MotionFrame] {
        let record = folder.path + "/\(UUID().uuidString).jsonl"
        let program = try ChildProcess(
            BuiltProgram.path("waldo"), ["replay", recording, "--plain", "--record", record] + arguments,
            environment: environment)
        defer { program.close() }
        let status = try await program.exitStatus(within: .seconds(60))
        #expect(status == 0, "\(program.errorLines)")
        let verified = try ChildProcess(BuiltProgram.path("waldo"), ["replay", record, "--verify"])
        defer { verified.close() }
        #expect(try await verified.exitStatus() == 0, "\(verified.lines)")
        return try MotionFrame.list(record)
    }

    /// A replay of a real loop is a little late now and then, and halts by itself where it is very late.
    private func expectSame(_ ours: [MotionFrame], _ theirs: [MotionFrame], interval: TimeSpan) {
        #expect(ours.map(\.bytes) == theirs.map(\.bytes))
        guard let base = ours.first, let first = theirs.first else { return }
        // How late the first frame was is not known: the others may be less late.
        let slack: TimeSpan = .milliseconds(100)
        for (one, other) in zip(ours, theirs) {
            let late = (one.at - base.at) - (other.at - first.at)
            #expect(late >= .zero - slack && late <= interval + slack, "\(other): \(late.microseconds) µs late")
        }
    }

    private func armFile(of recording: String) throws -> String {
        try folder.write(try RecordingReader(recording).header.arm.text, to: "\(UUID().uuidString).yaml")
    }

    @Test(arguments: [
        "robot-by-gamepad", "combined-by-gamepad", "hm10-by-gamepad", "servo-blackwidow-by-gamepad", "actions-by-input",
        "8-channels-by-input", "8-in-one-frame-by-input", "mearm-played", "rover-played", "servo-arm-hm10-played",
        "stop-and-resume", "frantic-at-1-kHz-by-text",
    ])
    func aSimulatedArmReceivesTheRecordedFrames(name: String) async throws {
        let path = GoldenRecordingTests.path(name)
        let interval = try RecordingReader(path).arm.pacing.interval
        let ours = try await replay(path, ["--simulate", "--arm", try armFile(of: path)])
        expectSame(ours, try MotionFrame.list(path), interval: interval)
    }

    /// The recording of a drive of another arm, as if the fake shield had its service.
    private func atTheFakeShield(_ name: String) throws -> String {
        var text = try readFile(GoldenRecordingTests.path(name))
        for (number, own) in zip(1...3, [FakeShield.service, FakeShield.write, FakeShield.notify]) {
            text = text.replacing("6e40000\(number)-b5a3-f393-e0a9-e50e24dcca9e", with: own)
        }
        return try folder.write(text, to: "\(name).jsonl")
    }

    @Test(arguments: [
        "robot-by-gamepad", "robot-by-keyboard", "stop-and-resume", "combined-by-gamepad", "pad-and-panel-at-once",
        "pad-unplugged-and-back-held", "dropped-events-hid-the-release", "nordic-uart-by-gamepad",
        "servo-arm-nordic-uart-played", "recentred-from-a-place", "frantic-at-1-kHz",
    ])
    func aShieldReceivesTheRecordedFrames(name: String) async throws {
        let path = try atTheFakeShield(name), shield = try await FakeShield(offering: .confirmed)
        defer { shield.close() }
        let interval = try RecordingReader(path).arm.pacing.interval
        let recorded = try MotionFrame.list(path)
        let ours = try await replay(path, ["--arm", try armFile(of: path)], environment: shield.bus.environment)
        expectSame(ours, recorded, interval: interval)
        let received = try await shield.said().filter { $0.contains("\"write\"") }.map { $0.value(of: "write") }
        var rest = received[...]
        for frame in recorded {
            let hex = HexText.text(of: frame.bytes)
            guard let found = rest.firstIndex(of: hex) else {
                Issue.record("the shield has not received \(frame) in its place")
                return
            }
            rest = rest[(found + 1)...]
        }
    }

    // MARK: refusals and limits

    @Test(arguments: [
        (["--rate", "2"], "--rate"), (["--from", "0.5"], "--from"), (["--loop"], "--loop"),
        (["--arm", "hm10"], "--arm hm10"),
    ])
    func whatWouldEndElsewhereNeedsAsPlayed(arguments: [String], option: String) async throws {
        let recording = GoldenRecordingTests.path("robot-by-gamepad")
        let refused = try ChildProcess(BuiltProgram.path("waldo"), ["replay", recording, "--override"] + arguments)
        defer { refused.close() }
        #expect(try await refused.exitStatus() == 64)
        let sentence = refused.errorLines.first ?? ""
        #expect(sentence.contains("\(option)") && sentence.contains("--as-played"), "\(refused.errorLines)")
        #expect(sentence.contains("slider is a velocity"), "\(refused.errorLines)")
        #expect(refused.lines == [])
    }

    @Test func positionsAloneMayBePlayedAtAnotherRate() async throws {
        let path = GoldenRecordingTests.path("mearm-played")
        let ours = try await replay(path, ["--override", "--rate", "2", "--arm", try armFile(of: path)])
        #expect(ours.map(\.bytes) == (try MotionFrame.list(path)).map(\.bytes))
    }

    @Test(arguments: [
        ("range: [0, 180]", "range: [20, 160]", "lies beyond its range, 20 to 160"),
        (
            "mode: position, range", "mode: position, limits: { travel: [20, 160] }, range",
            "lies beyond its travel, 20 to 160"
        ),
        (
            "mode: position, range", "mode: position, limits: { slew: 5 }, range",
            "is reached faster than its slew rate, 5 per second"
        ),
    ])
    func aLimitThatWouldChangeANumberEndsItInAHalt(old: String, new: String, sentence: String) async throws {
        let path = GoldenRecordingTests.path("mearm-played")
        let text = try RecordingReader(path).header.arm.text
        let arm = try folder.write(text.replacing(old, with: new), to: "tight.yaml")
        let program = try ChildProcess(BuiltProgram.path("waldo"), ["replay", path, "--override", "--arm", arm])
        defer { program.close() }
        #expect(try await program.exitStatus() == 74)
        #expect(program.lines.contains { $0.contains("\"reason\":\"limit\"") })
        #expect(
            program.errorLines.last?.contains("base 180 \(sentence)") == true, "\(program.errorLines)")
    }

    @Test func aProgramThatSleptIsBehindAndCatchesNothingUp() async throws {
        let program = try ChildProcess(
            BuiltProgram.path("waldo"), ["replay", GoldenRecordingTests.path("robot-by-gamepad"), "--override"])
        defer { program.close() }
        _ = try await program.waitForLine(containing: "463e")
        program.send(signal: SIGSTOP)
        try await Task.sleep(for: .milliseconds(700))
        program.send(signal: SIGCONT)
        #expect(try await program.exitStatus() == 74)
        // Whichever it notices first: that it is behind, or the signal that lets it go on.
        let halt = try #require(program.lines.first { $0.contains("\"event\":\"halt\"") })
        let isBehind = halt.contains("\"reason\":\"late\"")
        #expect(isBehind || halt.contains("\"reason\":\"suspended\""), "\(halt)")
        let sentence = isBehind ? "nothing is caught up" : "has ended: suspended"
        #expect(program.errorLines.last?.contains(sentence) == true, "\(program.errorLines)")
    }
}
