import Glibc
import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// Secrets come only from files that nobody else can read.
@Suite struct SecretFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func secret(mode: mode_t) throws -> String {
        let path = try folder.write("user\nsecret\n\n", to: "secret")
        chmod(path, mode)
        return path
    }

    @Test func aFileOfOnesOwnIsRead() throws {
        for mode in [0o600, 0o400] as [mode_t] {
            let path = try secret(mode: mode)
            #expect(try SecretFile.lines(path) == ["user", "secret"])
            try SecretFile.check(path)
            unlink(path)
        }
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o660, 0o602, 0o610] as [mode_t])
    func oneThatOthersMayOpenIsRefused(mode: mode_t) throws {
        let path = try secret(mode: mode)
        for isPipeAllowed in [false, true] {
            let failure = #expect(throws: Failure.self) { _ = try SecretFile.open(path, orPipe: isPipeAllowed) }
            #expect(failure?.status == .file && failure?.description.contains("chmod 600 \(path)") == true)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "another user's file: as root alone"))
    func oneOfAnotherUserIsRefused() throws {
        let path = try secret(mode: 0o600)
        try #require(chown(path, 65_534, 65_534) == 0)
        let failure = #expect(throws: Failure.self) { try SecretFile.check(path) }
        #expect(failure?.description.contains("another user") == true)
    }

    @Test func aPipeIsReadOnlyWhereItMayBe() throws {
        let path = folder.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        #expect(throws: Failure.self) { try SecretFile.check(path) }
        _ = try SecretFile.open(path, orPipe: true)
        chmod(path, 0o622)
        #expect(throws: Failure.self) { _ = try SecretFile.open(path, orPipe: true) }
    }

    @Test func whatIsNeitherIsRefused() throws {
        for path in ["/dev/null", folder.path] {
            #expect(throws: Failure.self) { _ = try SecretFile.open(path, orPipe: true) }
        }
        let failure = #expect(throws: Failure.self) { try SecretFile.check(folder.path + "/none") }
        #expect(failure?.status == .input)
    }
}
