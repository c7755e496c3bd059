import Glibc
import WaldoTestSupport

/// mosquitto on a loopback port of its own, without TLS and users.
final class RealMosquitto {
    static let program = "/usr/sbin/mosquitto"

    let folder: TemporaryFolder
    let port: Int
    private(set) var server: ChildProcess

    init() async throws {
        guard access(Self.program, X_OK) == 0 else {
            throw DidNotHappen("\(Self.program) is missing: install mosquitto, or all by `Tests/run packages`")
        }
        folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        port = try Self.freePort()
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
        try await waitUntil("a broker", instead: { "\(self.server.errorLines)" }) { Self.connects(port) ? true : nil }
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    private static func with<Result>(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }

    private static func connects(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = address(port)
        return with(&address) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) } == 0
    }

    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = address(0), size = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard with(&address, { bind(descriptor, $0, size) }) == 0,
            with(&address, { getsockname(descriptor, $0, &size) }) == 0
        else { throw DidNotHappen("a free port") }
        return Int(in_port_t(bigEndian: address.sin_port))
    }
}
