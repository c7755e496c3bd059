import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

@testable import WaldoApp

/// Surveys on a disk that has no room: a file system in memory of a few kilobytes, in a mount namespace of its own.
@Suite(.onLoop, .serialized) struct FullDiskTests {
    private static let inSmallFileSystem = """
        mkdir small && mount -t tmpfs -o size=$0k tmpfs small || exit 99
        "$@"
        status=$?
        ls small
        exit $status
        """

    private static func canMount() async -> Bool {
        guard
            let child = try? ChildProcess(
                "/usr/bin/env", ["unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", "/mnt"])
        else { return false }
        defer { child.close() }
        return (try? await child.exitStatus(within: .seconds(10))) == 0
    }

    @Test(.enabled { await canMount() }, arguments: [40, 150, 180, 200])
    func noFileIsLeftWhereThereIsNoRoomForOne(_ kilobytes: Int) async throws {
        let files = try SurveyFiles()
        try files.writeWalk(lines: 2000)
        let child = try ChildProcess(
            "/usr/bin/env",
            [
                "unshare", "-rm", "sh", "-c", "cd \"$1\"; shift; " + Self.inSmallFileSystem, "\(kilobytes)",
                files.folder.path, try BuiltProgram.path("waldo"), "survey", "import", "walk.LOG", "--to",
                "small/s.gpkg",
            ])
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(60)) == 74, "\(child.errorLines)")
        #expect(child.errorLines == ["waldo: small/s.gpkg: the disk is full; make room, and start again"])
        #expect(child.lines == [])
    }

    private static let ofPage = """
        mkdir small && mount -t tmpfs -o size=$0k tmpfs small && cp s.gpkg small || exit 99
        "$@" <job
        status=$?
        echo && ls small
        exit $status
        """

    /// What a page exports, with so many kilobytes free beyond those that have to stay.
    @Test(
        .enabled { await canMount() },
        arguments: [
            (-100, "less than 100 MB, would stay free"), (100, "larger than it may become here"), (8_000, "s.csv: "),
        ])
    func anExportOfAPageLeavesRoom(_ kilobytes: Int, _ sentence: String) async throws {
        let files = try SurveyFiles()
        try files.writeWalk(lines: 2_000)
        let made = try await files.survey("import", "walk.LOG", "--to", "s.gpkg")
        try #require(made.status == 0, "\(made.errors)")
        let job = FileJob("small/s.gpkg", .export(survey: 1, .csv)).packet.bytes
        try (Data("\(job.count)\n".utf8) + job).write(to: URL(filePath: files.path("job")))
        let survey = try files.contents("s.gpkg").count / 1_024 + 1
        let child = try ChildProcess(
            "/usr/bin/env",
            [
                "unshare", "-rm", "sh", "-c", "cd \"$1\"; shift; " + Self.ofPage, "\(102_400 + survey + kilobytes)",
                files.folder.path, try BuiltProgram.path("waldo"), ForeignFiles.command,
            ])
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(60)) == 0, "\(child.errorLines)")
        #expect(child.lines.contains { $0.contains(sentence) }, "\(child.lines)")
        #expect(child.lines.contains { $0.hasPrefix("s.csv") } == (kilobytes > 1_000), "\(child.lines)")
    }
}
