import Glibc

/// A request to a panel on 127.0.0.1, as a browser sends it, or as somebody sends it who is none.
public struct PanelRequest {
    /// The path, and the query.
    public var target: String
    /// The panel's port.
    public var port: UInt16
    /// Whether it asks for a WebSocket.
    public var isSocket: Bool
    /// The headers `Host` and `Origin`; nil: the panel's own.
    public var host: String?, origin: String?
    /// Further lines of its head.
    public var headers: [String]

    /// A request of one of the panel's own pages.
    public init(
        _ target: String, port: UInt16, isSocket: Bool = false, host: String? = nil, origin: String? = nil,
        headers: [String] = []
    ) {
        self.target = target
        self.port = port
        self.isSocket = isSocket
        self.host = host
        self.origin = origin
        self.headers = headers
    }

    /// Connects and sends it.
    /// - Returns: the socket, which the caller closes; -1: the panel is not there.
    public func send() -> CInt {
        let socket = Loopback.socket()
        let isConnected = Loopback.connect(socket, to: port)
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let head = Array(lines.joined(separator: "\r\n").utf8)
        guard isConnected, Glibc.send(socket, head, head.count, CInt(MSG_NOSIGNAL)) == head.count else {
            close(socket)
            return -1
        }
        return socket
    }

    /// Waits up to 5 s for the answer on a socket of `send`.
    /// - Returns: its status; nil: none came, or the connection was closed.
    public func status(on socket: CInt) -> Int? {
        var answer = [UInt8](repeating: 0, count: 4_096)
        let count = socket >= 0 ? recv(socket, &answer, answer.count, 0) : 0
        let words = String(decoding: answer.prefix(max(0, count)), as: UTF8.self).split(separator: " ", maxSplits: 2)
        return words.first == "HTTP/1.1" && words.count > 1 ? Int(words[1]) : nil
    }

    /// The status of the answer, on a connection of its own.
    public func status() -> Int? {
        let socket = send()
        defer { if socket >= 0 { close(socket) } }
        return status(on: socket)
    }

    private var lines: [String] {
        let own = "127.0.0.1:\(port)"
        let upgrade = [
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        return ["GET \(target) HTTP/1.1", "Host: \(host ?? own)", "Origin: \(origin ?? "http://\(own)")"]
            + (isSocket ? upgrade : []) + headers + ["", ""]
    }
}
