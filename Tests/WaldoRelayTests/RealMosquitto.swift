import Glibc
import WaldoTestSupport

/// mosquitto on a loopback port of its own, without TLS and users.
final class RealMosquitto {
    static let program = "/usr/sbin/mosquitto"

    let folder: TemporaryFolder
    let port: UInt16
    private(set) var server: ChildProcess

    init() async throws {
        guard access(Self.program, X_OK) == 0 else {
            throw DidNotHappen("\(Self.program) is missing: install mosquitto, or all by `Tests/run packages`")
        }
        folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        port = try Loopback.freePort()
        try folder.write(
            "listener \(port) 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\npersistence false\n", to: "m.conf"
        )
        server = try Self.serve(folder)
        try await waitUntilReady()
    }

    deinit { server.close() }

    var url: String { "mqtt://127.0.0.1:\(port)" }

    private static func serve(_ folder: TemporaryFolder) throws -> ChildProcess {
        try ChildProcess(program, ["-c", folder.path + "/m.conf"])
    }

    func kill() async throws {
        server.send(signal: SIGKILL)
        _ = try await server.exit()
        server.close()
    }

    func restart() async throws {
        server = try Self.serve(folder)
        try await waitUntilReady()
    }

    private func waitUntilReady() async throws {
        try await waitUntil("a broker", instead: { "\(self.server.errorLines)" }) {
            Loopback.listens(port) ? true : nil
        }
    }
}
