import Testing

@testable import WaldoPanel

/// Where the panel listens, and which browsers have opened it under its own name.
@Suite struct PanelAddressTests {
    @Test func addressesAreLiterals() throws {
        let loopback = try #require(PanelAddress("127.0.0.1:8713"))
        #expect(
            loopback.host == "127.0.0.1" && loopback.port == 8713 && loopback.isLoopback
                && loopback.text == "127.0.0.1:8713")
        #expect(PanelAddress("localhost:1") == PanelAddress("127.0.0.1:1"))
        let six = try #require(PanelAddress("[0:0::1]:80"))
        #expect(six.host == "::1" && six.isLoopback && six.text == "[::1]:80")
        #expect(PanelAddress("0.0.0.0:8713")?.isAny == true && PanelAddress("0.0.0.0:8713")?.isLoopback == false)
        for text in [
            "", "8713", ":8713", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:-1", "127.0.0.1:65536",
            "arm.local:80", "127.1:80", "::1:80", "[::1:80",
        ] {
            #expect(PanelAddress(text) == nil, "\(text)")
        }
    }

    @Test func aMachineWithoutNetworkIsReachedByItself() throws {
        let any = try #require(PanelAddress("0.0.0.0:8713")), one = try #require(PanelAddress("192.0.2.7:8713"))
        #expect(any.reachable(at: ["192.0.2.7", "192.0.2.8"]).map(\.text) == ["192.0.2.7:8713", "192.0.2.8:8713"])
        #expect(any.reachable(at: []).map(\.text) == ["127.0.0.1:8713"])
        #expect(one.reachable(at: []) == [one])
    }

    @Test func aNameInHostIsNotMeant() throws {
        let here = try #require(PanelAddress("127.0.0.1:8713"))
        #expect(here.isMeant(by: "127.0.0.1:8713") && here.isMeant(by: "localhost:8713"))
        for host in [
            "127.0.0.1", "127.0.0.1:80", "127.0.0.2:8713", "evil.example:8713", "127.0.0.1.evil.example:8713", "",
            "[::1]:8713",
        ] {
            #expect(!here.isMeant(by: host), "\(host)")
        }
        let any = try #require(PanelAddress("0.0.0.0:8713"))
        #expect(any.isMeant(by: "192.168.1.5:8713") && any.isMeant(by: "127.0.0.1:8713"))
        #expect(
            !any.isMeant(by: "arm.local:8713") && !any.isMeant(by: "192.168.1.5") && !any.isMeant(by: "0.0.0.0:8712"))
        let web = try #require(PanelAddress("127.0.0.1:80"))
        #expect(web.isMeant(by: "127.0.0.1"))
    }

    @Test func tokensAreSafeInAnAddressAndNeverTheSame() throws {
        let token = try #require(PanelToken("correct-horse-1_7"))
        #expect(token.equals("correct-horse-1_7"))
        for other in ["", "correct-horse-1_8", "correct-horse-1_", "correct-horse-1_77", "xorrect-horse_7"] {
            #expect(!token.equals(other))
        }
        for text in [
            "short", "with space-in-the-middle", "fifteen-letters", String(repeating: "a", count: 65),
            "ümlaut-token-of-16",
        ] {
            #expect(PanelToken(text) == nil, "\(text)")
        }
        let made = Set((0..<100).map { _ in PanelToken.generated().text })
        #expect(made.count == 100 && made.allSatisfy { $0.count == 32 })
    }
}
