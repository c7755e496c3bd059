import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoLoop

/// Whose the other end of a connection is, by the kernel's tables as it prints them on a machine of either byte order.
@Suite struct PeerSocketTests {
    private static let head =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"

    private func end(_ text: String) throws -> SocketEnd { try #require(SocketEnd(kernel: text, isLittleEndian: true)) }

    /// A row of gpsd's port 2947 and this end's port 50000.
    private func row(
        _ local: String, _ remote: String, state: String = "01", user: Int, inode: Int = 4711
    ) -> String {
        "   1: \(local) \(remote) \(state) 00000000:00000000 00:00000000 00000000 \(user)        0 \(inode) 1 0000000094bdc8c2 "
            + "20 4 30 10 -1"
    }

    private func peer(_ rows: String...) throws -> PeerSocket {
        PeerSocket(of: try end("0100007F:C350"), to: try end("0100007F:0B83"), in: [Self.head] + rows)
    }

    @Test func itIsThatOfTheUserWhoHasAcceptedTheConnection() throws {
        let own = row("0100007F:C350", "0100007F:0B83", user: 1000)
        let other = row("0100007F:0B83", "0100007F:C351", user: 33)
        let listener = row("0100007F:0B83", "00000000:0000", state: "0A", user: 0)
        let accepted = row("0100007F:0B83", "0100007F:C350", user: 104)
        #expect(try peer(own, other, listener, accepted) == .owned(by: 104, listeners: [0]))
        #expect(try peer(accepted) == .owned(by: 104, listeners: []))
    }

    @Test func aSocketOfNoProcessIsNobodys() throws {
        // The kernel prints user 0 for both: one not accepted yet, and one whose process has closed it.
        for state in ["01", "04", "05", "06"] {
            let row = row("0100007F:0B83", "0100007F:C350", state: state, user: 0, inode: 0)
            #expect(try peer(row) == .unowned)
        }
    }

    @Test func withoutARowItIsElsewhere() throws {
        let listener = row("0100007F:0B83", "00000000:0000", state: "0A", user: 1001)
        #expect(try peer() == .elsewhere)
        #expect(try peer(listener, row("0100007F:C350", "0100007F:0B83", user: 1000), "", "no row") == .elsewhere)
    }

    @Test func aSocketOfIPv6MayHaveAConnectionOfIPv4() throws {
        let mapped = "0000000000000000FFFF00000100007F"
        let any = row(
            "00000000000000000000000000000000:0B83", "00000000000000000000000000000000:0000", state: "0A", user: 0)
        let wild = row("00000000:0B83", "00000000:0000", state: "0A", user: 7)
        let otherPort = row("00000000:0B84", "00000000:0000", state: "0A", user: 8)
        let accepted = row("\(mapped):0B83", "\(mapped):C350", user: 65534)
        #expect(try peer(any, accepted) == .owned(by: 65534, listeners: [0]))
        #expect(try peer(accepted, any, wild, otherPort) == .owned(by: 65534, listeners: [0, 7]))
    }

    @Test func addressesAreNumbersOfTheMachinesByteOrder() throws {
        for (little, big) in [
            ("0100007F:0B83", "7F000001:0B83"),
            ("00000000000000000000000001000000:0B83", "00000000000000000000000000000001:0B83"),
            ("B80D0120000000000000000001000000:FFFF", "20010DB8000000000000000000000001:FFFF"),
        ] {
            let end = try end(little)
            #expect(SocketEnd(kernel: big, isLittleEndian: false) == end)
            #expect(SocketEnd(kernel: little.lowercased(), isLittleEndian: true) == end)
            #expect(end.isLoopback == !little.hasPrefix("B8"))
        }
        #expect(try end("0000000000000000FFFF00000100007F:0B83") == end("0100007F:0B83"))
        #expect(try !end("0200A8C0:0B83").isLoopback && end("0101007F:0001").isLoopback)
    }

    @Test(arguments: [
        "", ":", "0100007F", "0100007F:", "0100007F:B83", "0100007F:00B83", "100007F:0B83", "0100007G:0B83",
        "+100007F:0B83", "0100007F:+B83", "0100007F:0B83:", "010000７F:0B83", "0100007F0100007F:0B83",
    ])
    func whatIsNoEndIsRefused(_ text: String) { #expect(SocketEnd(kernel: text) == nil) }

    /// By the tables of the running kernel.
    @Test func aConnectionWithinThisProcessIsItsUsers() throws {
        let server = try ScriptedServer(), address = try #require(SocketAddress("127.0.0.1:\(server.port)"))
        let client = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        defer { close(client) }
        try #require(address.withSocketAddress { connect(client, $0, $1) } == 0)
        try server.accept()
        let local = try #require(SocketEnd(of: client, isRemote: false))
        let remote = try #require(SocketEnd(of: client, isRemote: true))
        func peer() -> PeerSocket {
            PeerSocket(of: local, to: remote, in: KernelFile.Lines(of: "/proc/net/tcp"))
        }
        #expect(remote.port == server.port && remote.isLoopback)
        let user = UserNamespace.own.hides(geteuid()) ? 65_534 : geteuid()
        #expect(peer() == .owned(by: user, listeners: [user]))
        server.drop()
        #expect(peer() == .unowned)
    }
}
