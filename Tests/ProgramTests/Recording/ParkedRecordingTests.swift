import Testing
import WaldoCore
import WaldoLoop
import WaldoTeleop
import WaldoTestSupport

@testable import WaldoFiles

/// A drive that ends parked is a recording as any other.
@Suite(.onLoop, .serialized) struct ParkedRecordingTests {
    @Test @LoopActor func aParkedDriveVerifies() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/parked.jsonl"
        let text = try readFile("\(GoldenRecordingTests.folder)/arm-with-actions.yaml") + "park: { base: 20 }\n"
        let drive = try ScriptedDrive(
            arm: folder.write(text, to: "arm.yaml"), mapping: "\(GoldenRecordingTests.folder)/keys-for-actions.yaml",
            to: path)
        drive.begin()
        drive.slide("base", 1)
        drive.wait(500)
        drive.slide("base", 0)
        drive.wait(500)
        drive.event(.operator(.park))
        drive.wait(5_000)
        #expect(drive.drive.stateMachine.parkingPhase == .parked)
        try drive.end()

        let reader = try RecordingReader(path)
        var verification = Verification(
            arm: reader.arm, mapping: reader.mapping, isPlayed: reader.header.isPlayed, rules: reader.header.rules)
        while let line = try reader.next() {
            try #require(verification.compare(line) == nil, "line \(reader.line)")
        }
        #expect(verification.finish() == nil && verification.commands > 5)
        let recorded = try folder.read("parked.jsonl")
        #expect(recorded.contains(#""step":"park""#) && recorded.contains(#""value":20,"#))
    }
}
