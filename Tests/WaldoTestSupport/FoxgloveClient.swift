import Glibc

/// A client of a Foxglove server on this machine. It reads only when `read` is called.
public final class FoxgloveClient {
    private let socket: CInt
    /// What it has read.
    public private(set) var heard: [UInt8] = []

    /// Connects.
    /// - Throws: `DidNotHappen` if nobody listens.
    public init(port: UInt16) throws {
        socket = Loopback.socket()
        var small: CInt = 4_096
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &small, socklen_t(MemoryLayout<CInt>.size))
        guard Loopback.connect(socket, to: port) else { throw DidNotHappen("nobody listens at port \(port)") }
        let request = [
            "GET / HTTP/1.1", "Host: 127.0.0.1:\(port)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Protocol: foxglove.websocket.v1", "", "",
        ]
        say(Array(request.joined(separator: "\r\n").utf8))
    }

    deinit { close(socket) }

    private func say(_ bytes: [UInt8]) { _ = send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }

    /// Sends a message of at most 125 bytes; a mask of zeros is valid as well.
    public func say(_ text: String) { say([0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8)) }

    /// Takes what is there.
    /// - Returns: whether there was anything.
    public func read() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        heard += bytes.prefix(max(0, count))
        return count > 0
    }

    /// Whether what it has read contains a text.
    public func hasHeard(_ text: String) -> Bool { String(decoding: heard, as: UTF8.self).contains(text) }
}
