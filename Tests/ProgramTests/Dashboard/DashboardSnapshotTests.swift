import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoApp

/// What the operator sees of the golden recordings' drives, and of drives of other arms, as text files: a change shows
/// as a difference in them.
///
/// `WALDO_WRITE_DASHBOARDS=1 swift test --filter DashboardSnapshotTests` writes them again.
@Suite(.onLoop, .serialized) struct DashboardSnapshotTests {
    /// Compares a golden text with what was made now.
    static func compare(_ made: String, to name: String) throws {
        let path = SourceModule.projectFolder + "/Tests/ProgramTests/Dashboards/\(name).txt"
        try GoldenFile.compare(made, to: path, writtenFor: "WALDO_WRITE_DASHBOARDS")
    }

    @Test(arguments: GoldenScript.all + GoldenScript.ofOtherArms)
    @LoopActor func theDashboardStillShowsTheSame(script: GoldenScript) throws {
        let folder = try TemporaryFolder(), recording = folder.path + "/whole.jsonl"
        try script.record(to: recording)
        let played = try PlayedDashboard(recording, isOverride: script.name.contains("servo"))
        try played.play()
        #expect(played.frames.count >= 2)
        for frame in played.frames { #expect(frame.rows.count == 24 && frame.rows.allSatisfy { $0.count <= 80 }) }
        let made = played.frames.map { "== \($0.title)\n" + $0.rows.joined(separator: "\n") + "\n" }.joined()
        try Self.compare(made, to: script.name)
    }
}
