import Testing
import WaldoTestSupport

/// The units of systemd that the packages install.
@Suite struct UnitFilesTests {
    private static let folder = SourceModule.projectFolder + "/Sources/Packaging/"

    @Test(arguments: ["waldo@", "waldo-push@", "waldo-collect@"]) func theirFilesAreTheirUsersAlone(unit: String) throws
    {
        #expect(try readFile("\(Self.folder)\(unit).service").split(separator: "\n").contains("UMask=0077"))
    }

    /// From 0, nothing to fear, to 10; `--threshold` takes tenths.
    @Test(arguments: ["waldo@", "waldo-push@", "waldo-collect@"])
    func theyMayDoLittleElse(unit: String) async throws {
        let check = try ChildProcess(
            "systemd-analyze",
            ["security", "--offline=yes", "--threshold=30", "--no-pager", "\(Self.folder)\(unit).service"])
        defer { check.close() }
        #expect(try await check.exitStatus() == 0, "\(check.lines.suffix(1)) \(check.errorLines)")
    }
}
