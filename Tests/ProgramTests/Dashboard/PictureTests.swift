import Glibc
import Testing
import WaldoTestSupport

/// The README's picture can be made by anyone.
@Suite(.serialized) struct PictureTests {
    /// The largest size in bytes: GitHub loads the picture with the page.
    private static let largest = 150_000

    @Test func theDashboardsPictureIsMade() async throws {
        let folder = try TemporaryFolder()
        let waldo = try BuiltProgram.path("waldo")
        let script = try ChildProcess(
            SourceModule.projectFolder + "/Tests/Pictures/dashboard", [folder.path + "/picture.png"],
            environment: ["WALDO_BIN": String(waldo.dropLast("/waldo".count))])
        defer { script.close() }
        #expect(try await script.exitStatus(within: .seconds(60)) == 0, "\(script.errorLines)")
        for path in [folder.path + "/picture.png", SourceModule.projectFolder + "/Tests/Pictures/dashboard.png"] {
            var status = stat()
            #expect(stat(path, &status) == 0 && (20_000...Self.largest).contains(Int(status.st_size)), "\(path)")
            #expect(try readFile(path).dropFirst().hasPrefix("PNG"))
        }
    }
}
