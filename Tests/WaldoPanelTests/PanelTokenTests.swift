import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoPanel

/// The right token is always let in, and each wrong one occupies a connection for a while.
@Suite(.onLoop, .serialized) struct PanelTokenTests {
    private static let token = "open-sesame-12345"

    @LoopActor private final class Calls: PanelServerDelegate {
        private(set) var notices: [String] = [], pages = 0

        func joined(_ viewer: Int) { pages += 1 }
        func left(_ viewer: Int) {}
        func received(_ message: PanelMessage, from viewer: Int) {}
        func noticed(_ sentence: String) { notices.append(sentence) }
    }

    @LoopActor private func server(_ calls: Calls? = nil) throws -> PanelServer {
        let server = try PanelServer(
            try #require(PanelAddress("127.0.0.1:0")), token: PanelToken(Self.token))
        server.delegate = calls
        return server
    }

    private func request(_ token: String, _ port: UInt16) -> PanelRequest {
        PanelRequest("/drive?token=\(token)", port: port, isSocket: true)
    }

    @Test func howeverManyGuessTheRightTokenIsLetInAtOnce() async throws {
        let calls = Calls(), server = try await server(calls), port = await server.address.port
        var guesses: [CInt] = []
        defer { for guess in guesses { close(guess) } }
        let began = meteredNow()
        for number in 0..<30 {
            for other in 0..<8 { guesses.append(request("wrong-token-\(number)-\(other)", port).send()) }
            #expect(request(Self.token, port).status() == 101, "try \(number)")
        }
        // None of them has waited for the guesses.
        expectInTime(since: began, within: .seconds(10))
        #expect(await calls.pages == 30)
        #expect(await calls.notices.count == 1)
        #expect(await !calls.notices.contains { $0.contains("wrong-token") || $0.contains(Self.token) })
        await server.close()
    }

    @Test func theRefusalOfAWrongTokenTakesASecond() async throws {
        let server = try await server(), port = await server.address.port
        let began = Monotonic.now()
        #expect(request("wrong-wrong-wrong", port).status() == 403)
        #expect(Monotonic.now() - began >= WebLimits.wrongTokenTime)
        await server.close()
    }

    /// A page that has no token yet asks for it.
    @Test func withoutATokenTheRefusalComesAtOnce() async throws {
        let server = try await server(), port = await server.address.port
        let began = meteredNow()
        for target in ["/drive", "/drive?token=", "/roads.json"] {
            #expect(PanelRequest(target, port: port, isSocket: true).status() == 403)
        }
        expectInTime(since: began, within: WebLimits.wrongTokenTime)
        await server.close()
    }

    @Test func theSameHoldsForFoxglove() async throws {
        let server = try await foxglove(), port = await server.address.port
        let began = Monotonic.now()
        #expect(PanelRequest("/?token=wrong-wrong-wrong", port: port, isSocket: true).status() == 403)
        #expect(Monotonic.now() - began >= WebLimits.wrongTokenTime)
        var guesses: [CInt] = []
        defer { for guess in guesses { close(guess) } }
        for number in 0..<30 {
            guesses.append(PanelRequest("/?token=wrong-\(number)-wrong-wrong", port: port, isSocket: true).send())
            // It gets further than its token: no subprotocol is asked for.
            #expect(PanelRequest("/?token=\(Self.token)", port: port, isSocket: true).status() == 400)
        }
        await server.close()
    }

    @LoopActor private func foxglove() throws -> FoxgloveServer {
        let address = try #require(PanelAddress("127.0.0.1:0"))
        return try FoxgloveServer(
            address, name: "a test", session: "1", token: PanelToken(Self.token), origins: FoxgloveOrigins())
    }
}
