import Testing
import WaldoTestSupport

@testable import WaldoPanel

/// Who reaches a panel behind a proxy, and whom the limits take him for.
@Suite struct PanelAccessTests {
    private let address = PanelAddress("127.0.0.1:8713")!
    private let viewer = PeerAddress("192.0.2.7")!.source

    private func access(_ proxy: String? = "127.0.0.1") throws -> PanelAccess {
        let origin = try #require(PanelOrigin("https://arm.example"))
        return try #require(PanelAccess(origins: [origin], proxy: proxy))
    }

    private func judge(
        _ access: PanelAccess, _ host: String, _ hops: String? = nil, from peer: String = "127.0.0.1"
    ) throws -> PanelAccess.Verdict {
        let more = hops.map { "X-Forwarded-For: \($0)\r\n" } ?? ""
        let head = Array("GET / HTTP/1.1\r\nHost: \(host)\r\n\(more)\r\n".utf8)
        guard case .whole(let request, _) = HTTPRequest.read(head) else { return .refused(.badRequest) }
        return access.judge(request, from: try #require(PeerAddress(peer)), at: address)
    }

    @Test func theSourceOfAViewerIsTheLastHop() throws {
        let admitted = PanelAccess.Verdict.admitted(viewer, origins: ["https://arm.example"])
        for hops in ["192.0.2.7", "203.0.113.9, 192.0.2.7", "unknown,  192.0.2.7 ", "127.0.0.1,::ffff:192.0.2.7"] {
            #expect(try judge(access(), "arm.example", hops) == admitted, "\(hops)")
        }
        #expect(try judge(access(), "ARM.example:443", "192.0.2.7") == admitted)
    }

    @Test(arguments: [
        "", ",", "192.0.2.7,", "192.0.2.7:80", "unknown", "192.0.2", "192.0.2.7 198.51.100.1", "_x", "[::1]",
    ])
    func aHopThatIsNoAddressIsRefused(hops: String) throws {
        #expect(try judge(access(), "arm.example", hops) == .refused(.badRequest))
    }

    @Test func twoHeadersAreRefused() {
        let hop = "X-Forwarded-For: 192.0.2.7\r\n"
        let head = "GET / HTTP/1.1\r\nHost: arm.example\r\n\(hop)\(hop)\r\n"
        #expect(HTTPRequest.read(Array(head.utf8)) == .refused(.badRequest))
    }

    /// Only the proxy's word counts; for others the panel is what it is without one.
    @Test func whoIsNotTheProxyIsHimself() throws {
        for peer in ["127.0.0.2", "198.51.100.4", "::1"] {
            #expect(try judge(access(), "arm.example", "192.0.2.7", from: peer) == .refused(.misdirected), "\(peer)")
            let own = PanelAccess.Verdict.admitted(
                try #require(PeerAddress(peer)).source, origins: ["http://127.0.0.1:8713"])
            #expect(try judge(access(), "127.0.0.1:8713", "192.0.2.7", from: peer) == own, "\(peer)")
        }
    }

    @Test func theProxyHasToSayForWhomItComes() throws {
        #expect(try judge(access(), "arm.example") == .refused(.badRequest))
        // A browser on the proxy's own machine.
        let own = PanelAccess.Verdict.admitted(
            try #require(PeerAddress("127.0.0.1")).source, origins: ["http://127.0.0.1:8713"])
        #expect(try judge(access(), "127.0.0.1:8713") == own)
    }

    @Test func withoutAProxyNobodysWordCounts() throws {
        let itself = try #require(PeerAddress("198.51.100.4")).source
        #expect(
            try judge(access(nil), "arm.example", "192.0.2.7", from: "198.51.100.4")
                == .admitted(itself, origins: ["https://arm.example"]))
    }

    @Test(arguments: [
        "evil.example", "arm.example.evil.example", "arm.example:8443", "arm.example/", "arm.example@evil", "",
        "127.0.0.1:80",
    ])
    func anotherHostIsRefused(host: String) throws {
        #expect(try judge(access(), host, "192.0.2.7") == .refused(.misdirected))
        #expect(try judge(PanelAccess(), host, "192.0.2.7") == .refused(.misdirected))
    }

    @Test func aProxyIsALiteralAddress() {
        for text in ["", "localhost", "10.0.0.0/8", "unix:", "127.0.0.1:80"] {
            #expect(PanelAccess(origins: [], proxy: text) == nil, "\(text)")
        }
    }

    /// Whatever a client puts in, nothing traps.
    @Test(arguments: [UInt64](1...4)) func anythingMayCome(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let access = try access()
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...60, using: &random)
            let hops = String((0..<count).map { _ in "0123456789abcdef.:,[]% x".randomElement(using: &random)! })
            if case .admitted = try judge(access, "arm.example", hops) {
                let last = hops.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
                #expect(PeerAddress(HTTPRequest.trimmed(last)) != nil)
            }
        }
    }
}
