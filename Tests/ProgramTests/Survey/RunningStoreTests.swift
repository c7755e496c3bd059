import Foundation
import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// A store that another process is writing: it is shown, checked and verified as what it is.
@Suite(.onLoop, .serialized) struct RunningStoreTests {
    @Test func aSurveyThatIsBeingWrittenIsNotTakenForAKilledOne() async throws {
        let files = try SurveyFiles()
        let path = files.path("s.gpkg")
        let waldo = try ChildProcess(
            try BuiltProgram.path("waldo"),
            ["survey", "--sensor", "demo", "--locate", "fixed=35,139", "--to", path, "--plain"])
        defer { waldo.close() }
        try await waldo.waitForLine { $0.contains("\"sample\"") }
        for (command, words) in [
            ("list", "still being written"), ("show", "still being written"), ("report", "still being written"),
            ("process", "equal so far; it is still being written"),
        ] {
            let found = try await files.survey([command, "s.gpkg"] + (command == "process" ? ["--verify"] : []))
            #expect(found.status == 0, "\(command): \(found)")
            #expect(found.lines.contains { $0.contains(words) }, "\(command): \(found.lines)")
            #expect(!found.lines.contains { $0.contains("killed") }, "\(command): \(found.lines)")
        }
        let check = try await files.survey("check", "s.gpkg")
        #expect(check.lines == ["s.gpkg: nothing is wrong so far; it is still being written"], "\(check)")
        waldo.send(signal: SIGKILL)
        _ = try await waldo.exit()
        #expect(try await files.survey("show", "s.gpkg").lines.contains { $0.contains("its process was killed") })
        #expect(try await files.survey("check", "s.gpkg").lines == ["s.gpkg: nothing is wrong"])
    }
}
