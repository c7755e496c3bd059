import Testing
import WaldoTestSupport

@testable import WaldoPanel

/// Which origins there are, and whose pages may connect to a Foxglove server.
@Suite struct PanelOriginTests {
    @Test func onlyFoxglovesPagesAndNamedOnesMayConnect() throws {
        let origins = FoxgloveOrigins(others: [try #require(PanelOrigin("http://Localhost:8080/"))])
        for good in [
            "https://app.foxglove.dev", "https://studio.foxglove.dev", "file://", "http://localhost:8080",
            "http://127.0.0.1:8765", nil,
        ] {
            #expect(origins.accept(good, at: "127.0.0.1:8765"), "\(good ?? "none")")
        }
        for bad in ["null", "http://app.foxglove.dev", "https://app.foxglove.dev.evil.example", "http://localhost", ""]
        {
            #expect(!origins.accept(bad, at: "127.0.0.1:8765"), "\(bad)")
        }
    }

    @Test func anOriginIsASchemeAHostAndPerhapsAPort() throws {
        for (text, origin, host) in [
            ("https://Arm.example", "https://arm.example", "arm.example"),
            ("https://arm.example:443/", "https://arm.example", "arm.example"),
            ("http://192.0.2.7:8080", "http://192.0.2.7:8080", "192.0.2.7:8080"),
            ("https://[2001:db8::7]:8443", "https://[2001:db8::7]:8443", "[2001:db8::7]:8443"),
            ("http://[::1]", "http://[::1]", "[::1]"), ("http://arm:443", "http://arm:443", "arm:443"),
        ] {
            let read = try #require(PanelOrigin(text), "\(text)")
            #expect(read.text == origin && read.host == host)
        }
        for text in [
            "", "arm.example", "ftp://arm", "https://", "https://a/b", "https://a:0", "https://a:99999", "https://a:x",
            "https://u@a", "https://a b", "https://[::1", "https://[zz]", "https://a?b", "https://*.example", "null",
        ] {
            #expect(PanelOrigin(text) == nil, "\(text)")
        }
    }

    /// What is read is an origin as browsers write it, which is read as itself.
    @Test(arguments: [UInt64](1...4)) func anythingMayBeNamed(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let pieces = ["http", "://", "a", "-", ".", ":", "8", "443", "80", "[", "]", "::1", "/", "@", "é", " ", "\0"]
        var read = 0
        for _ in 0..<20_000 {
            let rest = (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random)! }
            let text = [["http://", "https://", ""].randomElement(using: &random)!] + rest
            guard let origin = PanelOrigin(text.joined()) else { continue }
            read += 1
            #expect(PanelOrigin(origin.text) == origin && origin.isMeant(by: origin.host), "\(text)")
        }
        #expect(read > 100)
    }
}
