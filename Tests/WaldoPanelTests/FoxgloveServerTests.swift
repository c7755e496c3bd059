import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
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

    @Test func aSlowClientMissesMessagesAndIsTold() async throws {
        let server = try await server()
        let client = try FoxgloveClient(port: await server.address.port)
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
        var client: FoxgloveClient? = try FoxgloveClient(port: await server.address.port)
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
