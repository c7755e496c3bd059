import Glibc
import Testing
import WaldoTestSupport

/// A user namespace like that of the units, in which one user alone is mapped.
private enum Isolation {
    static let words = ["/usr/bin/unshare", "--user", "--map-current-user", "--"]

    static let isAllowed: Bool = {
        guard let child = try? ChildProcess(words[0], words.dropFirst() + ["/bin/true"]) else { return false }
        defer { child.close() }
        for _ in 0..<1_000 where child.exitNow == nil { usleep(5_000) }
        return child.exitNow == .status(0)
    }()
}

/// The built program in a user namespace.
@Suite(.enabled(if: Isolation.isAllowed, "this user may make no user namespace here, or unshare is missing"))
struct UserNamespaceProgramTests {
    private static let fault =
        "cannot be told from any other user in this user namespace (`PrivateUsers=yes` of a unit)"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func drive(_ words: String..., configuration: String? = nil) throws -> ChildProcess {
        try ChildProcess(
            Isolation.words[0],
            Isolation.words.dropFirst() + [try BuiltProgram.path("waldo"), "drive", "--override", "--plain"] + words,
            environment: ["XDG_CONFIG_HOME": configuration ?? folder.path])
    }

    private func panel(token: String) throws -> ChildProcess {
        try drive("--input", "panel", "--panel", "127.0.0.1:0", "--panel-token-file", token)
    }

    @Test func aSecretOfAHiddenOwnerIsRefusedByThatReason() async throws {
        // Root is mapped where it runs the tests, and hidden from everybody else.
        var path = "/etc/passwd"
        if geteuid() == 0 {
            path = try folder.write("token-1234567890\n", to: "token")
            try #require(chown(path, 65_533, 65_533) == 0 && chmod(path, 0o644) == 0)
        }
        let drive = try panel(token: path)
        defer { drive.close() }
        #expect(try await drive.exitStatus() == 65)
        #expect(
            drive.errorLines.contains {
                $0.hasSuffix("\(path): the owner of it \(Self.fault); name a file of your own with mode 0600")
            }, "\(drive.errorLines)")
    }

    @Test(.enabled(if: geteuid() == 0, "gives a file to another user: as root alone"))
    func aConfigurationOfAHiddenOwnerIsRefusedByThatReason() async throws {
        let home = try TemporaryFolder(), waldo = home.path + "/waldo"
        try #require(mkdir(waldo, 0o755) == 0)
        let path = try home.write("sensor: demo\n", to: "waldo/config.yaml")
        defer {
            unlink(path)
            rmdir(waldo)
        }
        try #require(chmod(path, 0o644) == 0 && chown(path, 65_533, 65_533) == 0)
        chmod(home.path, 0o755)
        let drive = try drive("--input", "demo", configuration: home.path)
        defer { drive.close() }
        #expect(try await drive.exitStatus() == 65)
        #expect(
            drive.errorLines.contains {
                $0.hasSuffix(
                    "the owner of the file \(Self.fault), who could move the arm by it; if what it says is right, `chown 0 "
                        + "\(path)`")
            }, "\(drive.errorLines)")
    }

    @Test func onesOwnFilesAreReadThere() async throws {
        let path = try folder.write("token-1234567890\n", to: "token")
        chmod(path, 0o600)
        let drive = try panel(token: path)
        defer { drive.close() }
        try await drive.waitForErrorLine(containing: "the panel is at ")
    }
}
