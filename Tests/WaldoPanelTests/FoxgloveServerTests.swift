import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTime

@testable import WaldoPanel

/// A client that is too slow misses messages and is told so; nothing waits for it.
@Suite(.onLoop, .serialized) struct FoxgloveServerTests {
    @LoopActor private func server() throws -> FoxgloveServer {
        let server = try FoxgloveServer(
            try #require(PanelAddress("127.0.0.1:0")), name: "a test", session: "1", token: nil,
            origins: FoxgloveOrigins())
        server.advertise([
            FoxgloveChannel(topic: "/a", schemaName: "a", schema: "{}"),
            FoxgloveChannel(topic: "/b", schemaName: "b", schema: "{}"),
        ])
        return server
    }

    /// A client that reads only when it is told to.
    private final class Client {
        private let socket: CInt
        private(set) var heard: [UInt8] = []

        init(port: UInt16) throws {
            socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
            var small: CInt = 4_096
            setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &small, socklen_t(MemoryLayout<CInt>.size))
            let address = try #require(SocketAddress("127.0.0.1:\(port)"))
            try #require(address.withSocketAddress { connect(socket, $0, $1) } == 0)
            say(
                Array(
                    [
                        "GET / HTTP/1.1", "Host: 127.0.0.1:\(port)", "Upgrade: websocket", "Connection: Upgrade",
                        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                        "Sec-WebSocket-Protocol: foxglove.websocket.v1", "", "",
                    ].joined(separator: "\r\n").utf8))
        }

        deinit { close(socket) }

        func say(_ bytes: [UInt8]) { _ = send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }

        func say(_ text: String) {
            say([0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8))
        }

        /// Takes what is there.
        /// - Returns: whether there was anything.
        func read() -> Bool {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(socket, &bytes, bytes.count, CInt(MSG_DONTWAIT))
            heard += bytes.prefix(max(0, count))
            return count > 0
        }

        func hasHeard(_ text: String) -> Bool {
            String(decoding: heard, as: UTF8.self).contains(text)
        }
    }

    @Test func aSlowClientMissesMessagesAndIsTold() async throws {
        let server = try await server()
        let client = try Client(port: await server.address.port)
        client.say(#"{"op":"subscribe","subscriptions":[{"id":7,"channelId":1}]}"#)
        try await waitUntil("a subscriber") { await server.isWanted(1) ? true : nil }
        #expect(await server.hasAudience)
        for other in [0, 2, 3] { #expect(await !server.isWanted(other)) }

        let payload = Array("{\"x\":\"\(String(repeating: "y", count: 2_000))\"}".utf8)
        // Two megabytes to somebody who takes nothing.
        await flood(server, payload, times: 1_000, within: .seconds(1))
        try await waitUntil("all that was kept") { client.read() ? nil : true }
        try await waitUntil("what was missed") {
            _ = client.read()
            await server.publish(1, time: 2, payload)
            return client.hasHeard("messages were left out so far") ? true : nil
        }
        #expect(client.heard.count < 1_000_000)
        await server.close()
    }

    @LoopActor private func flood(_ server: FoxgloveServer, _ payload: [UInt8], times: Int, within bound: TimeSpan) {
        let began = meteredNow()
        for _ in 0..<times { server.publish(1, time: 1, payload) }
        expectInTime(since: began, within: bound)
    }

    /// Without a subscriber nothing is formatted: what feeds the server asks it first.
    @Test func theAudienceGoesWithTheClient() async throws {
        let server = try await server()
        var client: Client? = try Client(port: await server.address.port)
        client?.say(#"{"op":"subscribe","subscriptions":[{"id":0,"channelId":2}]}"#)
        try await waitUntil("a subscriber") { await server.isWanted(2) ? true : nil }
        client?.say(#"{"op":"unsubscribe","subscriptionIds":[0]}"#)
        try await waitUntil("nobody") { await server.hasAudience ? nil : true }
        client?.say(#"{"op":"subscribe","subscriptions":[{"id":0,"channelId":2}]}"#)
        try await waitUntil("a subscriber again") { await server.isWanted(2) ? true : nil }
        client = nil
        try await waitUntil("nobody again") { await server.hasAudience ? nil : true }
        await server.close()
    }
}
