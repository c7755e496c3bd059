import Foundation
import Testing
import WaldoTestSupport

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
}
