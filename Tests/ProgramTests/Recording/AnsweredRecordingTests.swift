import Testing
import WaldoCore
import WaldoLoop
import WaldoTeleop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoFiles

/// A drive of a board that answers, and of one that stops answering, is a recording as any other.
@Suite(.onLoop, .serialized) struct AnsweredRecordingTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/answered.jsonl" }

    init() throws { folder = try TemporaryFolder() }

    /// A drive whose `begin` was answered.
    @LoopActor
    private func begun() throws -> ScriptedDrive {
        let text =
            try readFile("\(GoldenRecordingTests.folder)/arm-with-actions.yaml")
            + "  answers: { each: \"OK\" }\nbegin:\n  - send: \"hi\\n\"\n"
            + "  - { expect: \"READY\", within: 500 ms }\n"
        let drive = try ScriptedDrive(
            arm: folder.write(text, to: "arm.yaml"), mapping: "\(GoldenRecordingTests.folder)/keys-for-actions.yaml",
            to: path)
        drive.begin()
        try #require(drive.drive.stateMachine.awaitedAnswer != nil)
        drive.event(.answered)
        drive.wait(1_000)
        try #require(!drive.drive.stateMachine.isBeginning)
        return drive
    }

    /// The board answers each frame for half a second.
    @LoopActor
    private func answer(_ drive: ScriptedDrive) {
        for _ in 0..<25 {
            drive.wait(20)
            drive.event(.answered)
        }
        #expect(!drive.drive.stateMachine.missesAnswer)
    }

    /// Ends the drive. Its recording verifies, and a replay sends the same motions.
    @LoopActor
    private func finish(_ drive: ScriptedDrive) throws {
        try drive.end()
        let reader = try RecordingReader(path)
        var verification = Verification(
            arm: reader.arm, mapping: reader.mapping, isPlayed: reader.header.isPlayed, rules: reader.header.rules)
        while let line = try reader.next() {
            try #require(verification.compare(line) == nil, "line \(reader.line)")
        }
        #expect(verification.finish() == nil)
        let recorded = try MotionFrame.list(path), replay = try VirtualReplay(path)
        #expect(replay.end == nil && recorded.count > 10)
        #expect(replay.motions.map(\.bytes) == recorded.map(\.bytes))
    }

    @Test @LoopActor func aBoardThatAnswersEachFrame() throws {
        let drive = try begun()
        drive.slide("base", 1)
        answer(drive)
        drive.slide("base", 0)
        answer(drive)
        drive.wait(500)
        #expect(drive.drive.stateMachine.lastHalt != .stalled)
        try finish(drive)
    }

    @Test @LoopActor func aBoardThatStopsAnsweringIsAStall() throws {
        let drive = try begun()
        drive.slide("base", 1)
        answer(drive)
        drive.wait(500)
        #expect(drive.drive.stateMachine.missesAnswer && drive.drive.stateMachine.lastHalt == .stalled)
        drive.slide("base", 0)
        drive.event(.answered)
        drive.wait(500)
        #expect(!drive.drive.stateMachine.missesAnswer)
        drive.slide("base", 1)
        answer(drive)
        try finish(drive)
    }
}
