import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport

@testable import WaldoApp

/// What the operator sees of the golden recordings' drives, and of drives of other arms, as text files: a change shows
/// as a difference in them.
///
/// `WALDO_WRITE_DASHBOARDS=1 swift test --filter DashboardSnapshotTests` writes them again.
@Suite(.onLoop, .serialized) struct DashboardSnapshotTests {
    static func path(_ name: String) -> String {
        SourceModule.projectFolder + "/Tests/ProgramTests/Dashboards/\(name).txt"
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
        if getenv("WALDO_WRITE_DASHBOARDS") != nil {
            let stream = try #require(fopen(Self.path(script.name), "we"))
            fputs(made, stream)
            fclose(stream)
        }
        let kept = try readFile(Self.path(script.name))
        let lines = (kept.split(separator: "\n"), made.split(separator: "\n"))
        let parting = zip(lines.0, lines.1).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(parting == nil, "line \((parting?.offset ?? 0) + 1) of \(script.name)")
        #expect(lines.0.count == lines.1.count)
    }
}
