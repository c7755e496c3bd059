import Testing
import WaldoCore
import WaldoLoop
import WaldoTeleop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoFiles

/// A drive that ends parked is a recording as any other.
@Suite(.onLoop, .serialized) struct ParkedRecordingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @LoopActor
    private func drive(isPlayed: Bool) throws -> ScriptedDrive {
        let text =
            try readFile("\(GoldenRecordingTests.folder)/arm-with-actions.yaml")
            + "park: { base: 20 }\nend:\n  - send: \"off\\n\"\n"
        let drive = try ScriptedDrive(
            arm: folder.write(text, to: "arm.yaml"), mapping: "\(GoldenRecordingTests.folder)/keys-for-actions.yaml",
            isPlayed: isPlayed, to: folder.path + "/parked.jsonl")
        drive.begin()
        return drive
    }

    /// Ends a drive that is parked, and verifies its recording.
    @LoopActor
    private func finish(_ drive: ScriptedDrive) throws -> String {
        #expect(drive.drive.stateMachine.parkingPhase == .parked)
        try drive.end()
        let reader = try RecordingReader(folder.path + "/parked.jsonl")
        var verification = Verification(
            arm: reader.arm, mapping: reader.mapping, isPlayed: reader.header.isPlayed, rules: reader.header.rules)
        while let line = try reader.next() {
            try #require(verification.compare(line) == nil, "line \(reader.line)")
        }
        #expect(verification.finish() == nil && verification.commands > 5)
        let recorded = try folder.read("parked.jsonl")
        #expect(recorded.contains(#""value":20,"#))
        // The arm's `end` comes behind the last command.
        let bytes = try #require(recorded.firstRange(of: "6f66660a")).lowerBound
        #expect(recorded[bytes...].contains(#""channel":"wheel""#) == false)
        return recorded
    }

    @Test @LoopActor func aParkedDriveVerifies() throws {
        let drive = try drive(isPlayed: false)
        drive.slide("base", 1)
        drive.wait(500)
        drive.slide("base", 0)
        drive.wait(500)
        drive.event(.operator(.park))
        drive.wait(5_000)
        #expect(try finish(drive).contains(#""step":"park""#))
    }

    @Test @LoopActor func aReplayThatParksAtItsEndVerifies() throws {
        let drive = try drive(isPlayed: true)
        drive.play(Channel(0), 60)
        drive.wait(2_000)
        drive.event(.operator(.parkAtEnd))
        drive.wait(5_000)
        #expect(try finish(drive).contains(#""step":"park at end""#))
    }
}
