import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// A replay sends the motion frames of the recording: the same bytes in the same order at the same times. Here the
/// clock is never late.
@Suite(.onLoop, .serialized) struct VirtualReplayTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Recordings in which the link was lost or did not take what was sent: their frames have other numbers and zeros
    /// between them, which a replay does not have.
    private static let broken: Set = ["link-lost-in-a-held-slider", "link-with-answers", "link-that-holds"]

    /// On a clock that is never late: every script, whole, the frantic ones as well.
    @Test(arguments: GoldenScript.all)
    @LoopActor func everyRecordingIsSentAsItWas(script: GoldenScript) throws {
        let path = folder.path + "/whole.jsonl"
        try script.record(to: path)
        let recorded = try MotionFrame.list(path), replay = try VirtualReplay(path)
        #expect(replay.end == nil)
        #expect(recorded.count > 2)
        let first = try #require(recorded.first), base = try #require(replay.motions.first)
        #expect(replay.motions.count == recorded.count)
        guard !Self.broken.contains(script.name) else { return }
        let interval = try RecordingReader(path).arm.pacing.interval
        for (ours, theirs) in zip(replay.motions, recorded) {
            let late = (ours.at - base.at) - (theirs.at - first.at)
            guard ours.bytes == theirs.bytes, late >= .zero, late <= interval else {
                Issue.record("\(theirs) was sent as \(ours), \(late.microseconds) µs late")
                return
            }
        }
    }
}
