import Glibc

/// Somebody who sends a drive's panel wrong tokens, each from another address of this machine: each has the drive warn
/// on standard error.
public final class PanelStranger {
    /// Options of a panel that wants a token.
    public let options: [String]

    private let port: UInt16
    private var knocks: UInt32 = 0

    /// Chooses a port that is free now.
    /// - Throws: `DidNotHappen` if there is none.
    public init() throws {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var name = Self.address(1, port: 0), size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        guard isBound else { throw DidNotHappen("no port is free") }
        port = UInt16(bigEndian: name.sin_port)
        options = ["--panel", "127.0.0.1:\(port)", "--panel-token", "0123456789abcdef"]
    }

    /// Sends a wrong token, and waits until it has been refused.
    /// - Throws: `DidNotHappen` if there is no answer: the drive hangs.
    public func knock() async throws {
        knocks += 1
        let source = 1 + knocks
        try await waitUntil("an answer of the panel", within: .seconds(5)) { self.asks(from: source) ? () : nil }
    }

    private func asks(from source: UInt32) -> Bool {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var own = Self.address(source, port: 0), panel = Self.address(1, port: port)
        var patience = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let isConnected =
            Self.with(&own) { bind(socket, $0, $1) == 0 } && Self.with(&panel) { connect(socket, $0, $1) == 0 }
        guard isConnected else { return false }
        let lines = [
            "GET /drive?token=wrong HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)",
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
        ]
        let head = Array(lines.joined(separator: "\r\n").utf8)
        var answer = [UInt8](repeating: 0, count: 4_096)
        guard send(socket, head, head.count, CInt(MSG_NOSIGNAL)) == head.count,
            case let count = recv(socket, &answer, answer.count, 0), count > 0
        else { return false }
        return String(decoding: answer[..<count], as: UTF8.self).hasPrefix("HTTP/1.1 403 ")
    }

    private static func address(_ last: UInt32, port: UInt16) -> sockaddr_in {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = (UInt32(0x7f00_0000) + last).bigEndian
        return name
    }

    private static func with(_ name: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Bool {
        withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}
