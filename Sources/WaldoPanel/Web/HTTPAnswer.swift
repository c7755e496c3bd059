/// The responses of the panel's server.
enum HTTPAnswer {
    /// A response that carries what a page has asked for.
    static func bytes(_ type: String, _ body: [UInt8]) -> [UInt8] { head(200, "OK", type, body.count) + body }

    /// A response that carries a file of the page, compressed where the request accepts that.
    static func bytes(_ file: PageFile, for request: HTTPRequest) -> [UInt8] {
        let packed = request.accepts(encoding: "gzip") ? file.packed : nil, body = packed ?? file.bytes
        let isText = file.packed != nil
        return head(
            200, "OK", file.type, body.count, cache: file.isFixed ? "max-age=31536000, immutable" : "no-store",
            more: (isText ? ["Vary: Accept-Encoding"] : []) + (packed == nil ? [] : ["Content-Encoding: gzip"]))
            + body
    }

    /// A response that carries only a status.
    static func bytes(_ status: HTTPStatus) -> [UInt8] {
        let body = Array("\(status.rawValue) \(status.reason)\n".utf8)
        return head(status.rawValue, status.reason, "text/plain", body.count) + body
    }

    /// The headers forbid loading anything from elsewhere, framing by another page, and inline scripts and styles.
    private static func head(
        _ status: Int, _ reason: String, _ type: String, _ length: Int, cache: String = "no-store", more: [String] = []
    ) -> [UInt8] {
        Array(
            """
            HTTP/1.1 \(status) \(reason)\r
            Content-Type: \(type); charset=utf-8\r
            Content-Length: \(length)\r
            Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
            connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r
            Cross-Origin-Resource-Policy: same-origin\r
            X-Content-Type-Options: nosniff\r
            Referrer-Policy: no-referrer\r
            Cache-Control: \(cache)\r
            \(more.map { $0 + "\r\n" }.joined())Connection: close\r
            \r

            """.utf8)
    }

    /// The response to a WebSocket handshake.
    /// - Parameter subprotocol: the one that was chosen; nil: none was offered.
    static func switching(_ accept: String, subprotocol: String? = nil) -> [UInt8] {
        let chosen = subprotocol.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? ""
        return Array(
            """
            HTTP/1.1 101 Switching Protocols\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Accept: \(accept)\r
            \(chosen)Cross-Origin-Resource-Policy: same-origin\r
            \r

            """.utf8)
    }
}
