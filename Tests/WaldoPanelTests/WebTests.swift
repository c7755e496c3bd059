import Testing
import WaldoTestSupport

@testable import WaldoPanel

/// HTTP and WebSocket, as far as the panel supports them.
@Suite struct WebTests {
    private func read(_ text: String) -> HTTPRequest.Reading { HTTPRequest.read(Array(text.utf8)) }

    private func request(_ lines: String) throws -> HTTPRequest {
        guard case .whole(let request, _) = read("GET / HTTP/1.1\r\n\(lines)\r\n") else {
            throw DidNotHappen("a request: \(lines)")
        }
        return request
    }

    @Test(arguments: [
        ("Accept-Encoding: gzip, br\r\n", true), ("Accept-Encoding: br;q=1, GZIP ; q=0.5\r\n", true), ("", false),
        ("Accept-Encoding: gzip;q=0\r\n", false), ("Accept-Encoding: br, gzip; q=0.000\r\n", false),
        ("Accept-Encoding: xgzip\r\n", false),
    ])
    func aFileIsCompressedForABrowserThatAcceptsThat(lines: String, isPacked: Bool) throws {
        let text = Array(String(repeating: "let a = 1;\n", count: 100).utf8)
        let file = PageFile(fixed: text, "panel.js", "text/javascript")
        let answer = HTTPAnswer.bytes(file, for: try request(lines))
        let end = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
        let head = String(decoding: answer[..<end], as: UTF8.self), body = Array(answer[end...])
        #expect(head.contains("\r\nContent-Encoding: gzip\r\n") == isPacked)
        #expect(head.contains("\r\nVary: Accept-Encoding\r\n"))
        #expect(head.contains("\r\nCache-Control: max-age=31536000, immutable\r\n"))
        #expect(head.contains("\r\nContent-Length: \(body.count)\r\n"))
        // gzip's head (RFC 1952, 2.3.1), and the length of what was packed at its end.
        #expect(isPacked ? body.starts(with: [0x1f, 0x8b, 8]) && body.suffix(4) == [0x4c, 4, 0, 0] : body == text)
    }

    @Test func aPageAndAPictureAreNotKept() throws {
        let picture = HTTPAnswer.bytes(PageFile("/a.png", "image/png", [1, 2, 3]), for: try request(""))
        let head = String(decoding: picture, as: UTF8.self)
        #expect(head.contains("\r\nCache-Control: no-store\r\n") && !head.contains("Encoding"))
    }

    @Test func aRequestIsReadToItsEnd() throws {
        let head =
            "GET /drive?token=abc&x=1 HTTP/1.1\r\nHost: 127.0.0.1:8713\r\nConnection: keep-alive, Upgrade \r\n\r\n"
        guard case .whole(let request, let length) = read(head + "more") else {
            Issue.record("not read")
            return
        }
        #expect(length == head.utf8.count)
        #expect(request.path == "/drive" && request.parameter("token") == "abc" && request.parameter("y") == nil)
        #expect(request["host"] == "127.0.0.1:8713" && request.lists("upgrade", in: "connection"))
    }

    @Test(arguments: [
        ("POST / HTTP/1.1\r\nHost: a\r\n\r\n", HTTPStatus.notAllowed), ("GET / HTTP/1.0\r\n\r\n", .badRequest),
        ("GET  / HTTP/1.1\r\n\r\n", .badRequest), ("GET http://x/ HTTP/1.1\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nOrigin: a\r\norigin: b\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\n: a\r\n\r\n", .badRequest), ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nX: a\nHost: b\r\n\r\n", .badRequest), ("GET /\u{7}\r\n\r\n", .badRequest),
        ("\r\n\r\n", .badRequest),
        ("GET /" + String(repeating: "a", count: 5_000) + " HTTP/1.1\r\n\r\n", .tooLarge),
        (String(repeating: "a", count: 4_096), .tooLarge),
    ]) func aRequestThatIsNoneIsRefused(text: String, status: HTTPStatus) {
        #expect(read(text) == .refused(status), "\(text.prefix(60))")
    }

    @Test func anUnfinishedHeadIsWaitedFor() {
        #expect(read("GET / HTTP/1.1\r\nHost: a\r\n") == .incomplete)
        #expect(read("") == .incomplete)
    }

    /// The examples of FIPS 180-4 and RFC 6455.
    @Test func theHandshakeIsAnsweredAsTheStandardHasIt() {
        func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        #expect(hex(SHA1.hash(Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            hex(SHA1.hash(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)))
                == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
        #expect(WebSocketFrame.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(WebSocketFrame.accept("dGhlIHNhbXBsZSBub25jZQ") == nil)
        #expect(Base64.text(Array("light wor".utf8)) == "bGlnaHQgd29y" && Base64.text([0xff]) == "/w==")
    }

    /// A masked frame, as browsers send it.
    private func frame(_ first: UInt8, _ payload: [UInt8], length: [UInt8]? = nil) -> [UInt8] {
        let mask: [UInt8] = [0x37, 0xfa, 0x21, 0x3d]
        return [first] + (length ?? [0x80 | UInt8(payload.count)]) + mask
            + payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
    }

    @Test func aFrameIsUnmaskedAndBoundedBeforeItIsWaitedFor() {
        // RFC 6455, 5.7.
        let hello: [UInt8] = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]
        #expect(WebSocketFrame.read(hello) == .whole(WebSocketFrame(kind: .text, payload: Array("Hello".utf8)), 11))
        #expect(WebSocketFrame.read([1, 2, 3] + hello, from: 3) == WebSocketFrame.read(hello))
        for count in 0..<11 { #expect(WebSocketFrame.read(Array(hello[..<count])) == .incomplete) }
        #expect(WebSocketFrame.read(frame(0x88, [])) == .whole(WebSocketFrame(kind: .close, payload: []), 6))
        #expect(WebSocketFrame.read([0x81, 0x05]) == .refused(.broken), "not masked")
        #expect(WebSocketFrame.read(frame(0x01, [65])) == .refused(.notText), "in pieces")
        #expect(WebSocketFrame.read(frame(0x82, [65])) == .refused(.notText), "binary")
        #expect(WebSocketFrame.read(frame(0xc1, [65])) == .refused(.broken), "an extension")
        #expect(WebSocketFrame.read([0x81, 0xfe, 0x01, 0xf5]) == .refused(.tooLong), "501 bytes")
        #expect(WebSocketFrame.read([0x81, 0xff]) == .refused(.tooLong))
        #expect(WebSocketFrame.read([0x89, 0xfe, 0x00, 0x7e]) == .refused(.broken), "a long ping")
        #expect(
            WebSocketFrame.read([0x81, 0xfe, 0x00, 0x7d]) == .refused(.broken), "a length that is not the shortest")
        let note = [UInt8](repeating: 65, count: 500)
        let long = [0x81, 0xfe, 0x01, 0xf4, 0, 0, 0, 0] + note
        #expect(WebSocketFrame.read(long) == .whole(WebSocketFrame(kind: .text, payload: note), 508))
        for count in 2..<508 { #expect(WebSocketFrame.read(Array(long[..<count])) == .incomplete) }
    }

    @Test func aFrameFromHereHasTheShortestLength() {
        #expect(WebSocketFrame.bytes(.text, [1]) == [0x81, 1, 1])
        #expect(WebSocketFrame.bytes(.text, [UInt8](repeating: 0, count: 126))[..<4] == [0x81, 126, 0, 126])
        #expect(
            WebSocketFrame.bytes(.text, [UInt8](repeating: 0, count: 65_536))[..<10] == [
                0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0,
            ])
    }

    @Test func anyBytesAreAFrameOrRefused() {
        var random = SeededGenerator(5)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if case .whole(let frame, let length) = WebSocketFrame.read(bytes) {
                #expect(length <= bytes.count && frame.payload.count == length - 6)
            }
            _ = HTTPRequest.read(bytes + [0x0d, 0x0a, 0x0d, 0x0a])
        }
    }
}
