import Glibc
import WaldoTestSupport

/// A drive of the built program by a panel that asks for a token, with a server for Foxglove that asks for another.
final class TokenDrive {
    static let token = "open-sesame-12345", foxgloveToken = "open-sesame-67890"

    let child: ChildProcess
    /// The panel's port, and Foxglove's.
    let port: UInt16, foxglove: UInt16
    private let folder: TemporaryFolder

    /// Starts it, and waits for its ports.
    init() async throws {
        folder = try TemporaryFolder()
        let file = try folder.write(Self.token + "\n", to: "token")
        let other = try folder.write(Self.foxgloveToken + "\n", to: "foxglove-token")
        for file in [file, other] { chmod(file, 0o600) }
        child = try ChildProcess(
            try BuiltProgram.path("waldo"),
            [
                "drive", "--override", "--plain", "--input", "panel", "--panel", "127.0.0.1:0", "--panel-token-file",
                file, "--foxglove", "127.0.0.1:0", "--foxglove-token-file", other,
            ])
        port = try await child.loopbackPort()
        foxglove = try await child.loopbackPort(behind: "for Foxglove: ")
    }

    deinit { child.close() }

    /// Whether the drive has printed the panel's token.
    var showsToken: Bool { (child.lines + child.errorLines).contains { $0.contains(Self.token) } }

    /// Whether the drive reports a stop after this was done.
    func reportsStop(after act: () -> Void) async throws -> Bool {
        let since = child.lines.count
        act()
        for _ in 0..<20 {
            if child.lines.dropFirst(since).contains(where: { $0.contains("\"event\":\"stop\"") }) { return true }
            try await Task.sleep(for: .milliseconds(25))
        }
        return false
    }
}
