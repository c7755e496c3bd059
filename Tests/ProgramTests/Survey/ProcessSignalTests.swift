import Foundation
import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// Signals while a survey is computed again.
@Suite(.onLoop, .serialized) struct ProcessSignalTests {
    @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsProcessingAndNothingIsHalfWritten(_ signal: CInt) async throws {
        let files = try SurveyFiles()
        try files.writeWalk(lines: 8000)
        #expect(try await files.survey("import", "walk.LOG", "--to", "s.gpkg").status == 0)
        let before = try await files.survey("show", "s.gpkg")
        let waldo = try ChildProcess(
            try BuiltProgram.path("waldo"), ["survey", "process", files.path("s.gpkg")])
        defer { waldo.close() }
        try await waitUntil("rows of the change in the log") {
            var log = stat()
            return stat(files.path("s.gpkg-wal"), &log) == 0 && log.st_size > 1 << 20 ? true : nil
        }
        waldo.send(signal: signal)
        #expect(try await waldo.exitStatus(within: .seconds(2)) == 128 + signal)
        #expect(waldo.lines.isEmpty && waldo.errorLines.isEmpty, "\(waldo.lines) \(waldo.errorLines)")
        #expect(access(files.path("s.gpkg-wal"), F_OK) != 0)
        #expect(try await files.survey("show", "s.gpkg").lines == before.lines)
        #expect(try await files.survey("check", "s.gpkg").status == 0)
    }
}
