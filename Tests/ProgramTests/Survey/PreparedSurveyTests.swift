import Foundation
import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// A drive that adds a session to a survey: a helper prepares the file, and the drive answers signals meanwhile.
@Suite(.serialized) struct PreparedSurveyTests {
    private func start(_ survey: String, _ file: HostileFile) throws -> ChildProcess {
        try ChildProcess(
            try BuiltProgram.path("waldo"),
            ["drive", "--override", "--input", "demo", "--sensor", "demo", "--survey", survey, "--plain"],
            in: file.files.folder.path)
    }

    /// Whether a process has a child.
    private func hasChild(_ pid: pid_t) -> Bool {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return tasks.contains { task in (try? readFile("/proc/\(pid)/task/\(task)/children"))?.isEmpty == false }
    }

    @Test func aSignalEndsADriveWhoseSurveyIsStillBeingPrepared() async throws {
        let file = try await HostileFile(), path = file.files.path("s.gpkg")
        // The byte that SQLite locks before it reads (sqlite3.c, PENDING_BYTE): a writer waits 5 s for it.
        let holder = open(path, O_RDWR | O_CLOEXEC)
        defer { close(holder) }
        var lock = flock()
        (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 0x4000_0000, 1)
        try #require(fcntl(holder, F_SETLK, &lock) == 0)
        let drive = try start("s.gpkg", file)
        defer { drive.close() }
        try await waitUntil("the helper") { hasChild(drive.pid) ? true : nil }
        let began = meteredNow()
        drive.send(signal: SIGTERM)
        #expect(try await drive.exitStatus() == 143, "\(drive.errorLines)")
        expectInTime(since: began, within: .seconds(3))
        #expect(!drive.lines.contains { $0.contains("\"bytes\"") })
    }

    @Test func sessionsThatWereNotEndedAreEndedBeforeTheDriveBegins() async throws {
        let file = try await HostileFile()
        try file.make("open.gpkg", "UPDATE session SET clean = NULL")
        let drive = try start("open.gpkg", file)
        defer { drive.close() }
        try await drive.waitForLine(containing: "\"sample\"", within: .seconds(60))
        drive.send(signal: SIGTERM)
        #expect([0, 143].contains(try await drive.exitStatus(within: .seconds(60))), "\(drive.errorLines)")
        #expect(try file.number("SELECT count(*) FROM session WHERE clean IS NULL", in: "open.gpkg") == 0)
        #expect(try file.number("SELECT clean FROM session WHERE id = 1", in: "open.gpkg") == 0)
        #expect(try file.number("SELECT count(*) FROM session", in: "open.gpkg") == 2)
    }
}
