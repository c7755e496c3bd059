/// The head of an HTTP/1.1 request, parsed strictly and within limits. A request with a body is refused.
struct HTTPRequest: Equatable {
    /// Length of the longest head, in bytes.
    static let longest = 4_096

    enum Reading: Equatable {
        /// The end of the head has not arrived yet.
        case incomplete
        /// The request is refused with this status.
        case refused(HTTPStatus)
        /// A request, and the length of its head in bytes.
        case whole(HTTPRequest, Int)
    }

    var path: String
    /// The part of the target after the `?`.
    var query: String
    private var headers: [String: String]

    /// A header's value by its lower-case name.
    subscript(name: String) -> String? { headers[name] }

    static func read(_ bytes: [UInt8]) -> Reading {
        guard let end = endOfHead(bytes) else { return bytes.count < longest ? .incomplete : .refused(.tooLarge) }
        guard end <= longest else { return .refused(.tooLarge) }
        guard bytes[..<end].allSatisfy({ $0 == 0x0d || $0 == 0x0a || $0 == 0x09 || (0x20..<0x7f).contains($0) }) else {
            return .refused(.badRequest)
        }
        var lines = String(decoding: bytes[..<(end - 4)], as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        let first = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard first.count == 3, first[2] == "HTTP/1.1", first[1].hasPrefix("/") else { return .refused(.badRequest) }
        guard first[0] == "GET" else { return .refused(.notAllowed) }
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex, !line.utf8.contains(0x0d),
                !line.utf8.contains(0x0a)
            else { return .refused(.badRequest) }
            let name = line[..<colon].lowercased()
            guard !name.contains(where: \.isWhitespace), headers[name] == nil || !isSingle(name) else {
                return .refused(.badRequest)
            }
            headers[name] = trimmed(line[line.index(after: colon)...])
        }
        guard headers["content-length"] ?? "0" == "0", headers["transfer-encoding"] == nil else {
            return .refused(.badRequest)
        }
        let target = first[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let request = HTTPRequest(
            path: String(target[0]), query: target.count > 1 ? String(target[1]) : "", headers: headers)
        return .whole(request, end)
    }

    /// The value of a query parameter, without percent-decoding.
    func parameter(_ name: String) -> String? {
        for pair in query.split(separator: "&") where pair.hasPrefix(name + "=") {
            return String(pair.dropFirst(name.utf8.count + 1))
        }
        return nil
    }

    /// Whether a header's comma-separated list contains an item, which must be given in lower case.
    func lists(_ item: String, in name: String) -> Bool {
        headers[name]?.lowercased().split(separator: ",").contains { Self.trimmed($0) == item } == true
    }

    /// Whether the answer may have an encoding: the list of `Accept-Encoding` names it, and not with a weight of 0.
    func accepts(encoding: String) -> Bool {
        (self["accept-encoding"] ?? "").split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map { Self.trimmed($0).lowercased() }
            guard parts.first == encoding else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }

    /// Headers that must not be repeated: a second `Host`, `Origin` or `Sec-WebSocket-*` can only be meant to mislead,
    /// and a proxy puts `X-Forwarded-For` into one line.
    private static func isSingle(_ name: String) -> Bool {
        name == "host" || name == "origin" || name == "x-forwarded-for" || name.hasPrefix("sec-websocket")
    }

    /// The answer to a WebSocket handshake's key; nil if it is none (RFC 6455, 4.2.1).
    var webSocketAccept: String? {
        guard lists("websocket", in: "upgrade"), lists("upgrade", in: "connection"),
            self["sec-websocket-version"] == "13"
        else { return nil }
        return self["sec-websocket-key"].flatMap(WebSocketFrame.accept)
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for index in 3..<bytes.count
        where bytes[index] == 0x0a && bytes[index - 1] == 0x0d && bytes[index - 2] == 0x0a && bytes[index - 3] == 0x0d {
            return index + 1
        }
        return nil
    }

    static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}
