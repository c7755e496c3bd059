import Testing
import WaldoTestSupport

/// The units of systemd that the packages install.
@Suite struct UnitFilesTests {
    private static let folder = SourceModule.projectFolder + "/Sources/Packaging/"

    @Test(arguments: ["waldo@", "waldo-push@", "waldo-collect@"]) func theirFilesAreTheirUsersAlone(unit: String) throws
    {
        #expect(try readFile("\(Self.folder)\(unit).service").split(separator: "\n").contains("UMask=0077"))
    }

    /// Each unit states its own limit, of 3 at most; `--threshold` takes tenths.
    @Test(arguments: ["waldo@", "waldo-push@", "waldo-collect@"])
    func theyMayDoLittleElse(unit: String) async throws {
        let path = "\(Self.folder)\(unit).service"
        let stated = try #require(
            try readFile(path).firstMatch(of: #/# `systemd-analyze security` .*: at most ([0-9])\.([0-9])\./#))
        let limit = try #require(Int(stated.1 + stated.2))
        #expect(limit <= 30)
        let check = try ChildProcess(
            "systemd-analyze", ["security", "--offline=yes", "--threshold=\(limit)", "--no-pager", path])
        defer { check.close() }
        #expect(try await check.exitStatus() == 0, "\(check.lines.suffix(1)) \(check.errorLines)")
    }
}
