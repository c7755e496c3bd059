import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// What another user of the machine can do to a panel, and to a server for Foxglove.
@Suite(.serialized, .withAnotherUser) struct LocalUserPanelTests {
    private static let token = "open-sesame-12345"
    private let record = AttemptRecord(of: "LocalUserPanelTests")
    private let machine: SharedMachine

    init() async throws { machine = try await SharedMachine() }

    @Test func anotherUserCanDoWhatThePageSays() async throws {
        try await panel()
        try await ports()
        try record.compareWithPage()
    }

    private func panel() async throws {
        try machine.files.folder.write(Self.token + "\n", to: "token")
        let words = [
            "drive", "--override", "--plain", "--input", "panel", "--panel", "127.0.0.1:0", "--panel-token-file",
            "token",
        ]
        // As a careless operator leaves it.
        chmod(machine.files.path("token"), 0o644)
        try #require(try await machine.strangerCanRead("token"))
        let careless = try machine.start(words)
        defer { careless.close() }
        let isRefused =
            try await careless.exitStatus(within: .seconds(20)) == 65
            && careless.errorLines.contains { $0.contains("token: others may read it") }
        chmod(machine.files.path("token"), 0o600)
        try await record.add(
            .localUser, "read the token in the operator's file", may: false,
            did: machine.strangerCanRead("token") || !isRefused,
            "A file that others may read is refused by its name.")
        let drive = try machine.start(words)
        defer { drive.close() }
        let port = try await drive.loopbackPort()
        let list = try readFile("/proc/\(drive.pid)/cmdline")
        record.add(
            .localUser, "read a chosen token in the list of processes or in what is printed", may: false,
            did: list.contains(Self.token) || drive.errorLines.contains { $0.contains(Self.token) },
            "It is in neither, if a file or the environment names it. `--panel-token` shows it in the list.")
        try await record.add(
            .localUser, "read the environment of a drive", may: false,
            did: machine.strangerCan("head", "-c", "1", "/proc/\(drive.pid)/environ"), "The kernel refuses it.")
        let refused = PanelRequest("/drive", port: port, isSocket: true).status()
        record.add(
            .localUser, "drive by a panel on a loopback address that has a token", may: false, did: refused == 101,
            "403, as for a guest.")
        let open = try machine.start(["drive", "--override", "--plain", "--input", "panel", "--panel", "127.0.0.1:0"])
        defer { open.close() }
        let other = try await open.loopbackPort()
        record.add(
            .localUser, "drive by a panel on a loopback address that has none", may: true,
            did: PanelRequest("/drive", port: other, isSocket: true).status() == 101,
            "Any program of the machine may drive by it: choose a token on a machine of several users.")
    }

    /// Listens at a port of the machine until it is ended.
    private static let listener = """
        import socket, sys
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        sys.stdin.read()
        """

    /// Takes the port of a panel, its proxy's address, and the places of Foxglove.
    private func ports() async throws {
        let listener = try machine.asStranger(["/usr/bin/python3", "-c", Self.listener])
        defer { listener.close() }
        let taken = try await listener.waitForLine { Int($0) != nil }
        let drive = ["drive", "--override", "--plain", "--input", "panel", "--panel"]
        let late = try machine.start(drive + ["127.0.0.1:\(taken)"])
        defer { late.close() }
        let status = try await late.exitStatus(within: .seconds(20))
        record.add(
            .localUser, "take the panel's port before a drive", may: true,
            did: status == 74 && late.errorLines.contains { $0.contains("port \(taken) is taken by another program") },
            "The drive does not start, and names the port.")

        let other = try machine.start(
            drive + [
                "127.0.0.1:0", "--panel-origin", "https://arm.example", "--panel-proxy", "127.0.0.1",
                "--panel-token-file", "token", "--foxglove", "127.0.0.1:0",
            ])
        defer { other.close() }
        let forged = PanelRequest(
            "/drive?token=wrong", port: try await other.loopbackPort(behind: "the panel is at http://"), isSocket: true,
            headers: ["X-Forwarded-For: 192.0.2.7"])
        let answer = forged.status()
        record.add(
            .localUser, "guess the token under an address of his choice, where a proxy has a loopback address",
            may: true,
            did: answer == 403 && other.errorLines.contains { $0.contains("192.0.2.7") },
            "The proxy's address is his too. It is 403 after a second for each connection all the same.")

        let client = PanelRequest(
            "/", port: try await other.loopbackPort(behind: "for Foxglove: "), isSocket: true,
            headers: ["Sec-WebSocket-Protocol: foxglove.sdk.v1"])
        let clients = (0..<8).map { _ in client.send() }
        defer { for socket in clients where socket >= 0 { close(socket) } }
        try #require(clients.allSatisfy { client.status(on: $0) == 101 })
        record.add(
            .localUser, "occupy all places of Foxglove's server on a loopback address without a token", may: true,
            did: client.status() == 503, "The ninth client gets 503: choose a token on a machine of several users.")
    }
}
