import Glibc

/// A page of the panel as the server sees it: a WebSocket that sends what fingers do and ignores what it receives.
public final class PanelPage {
    private let socket: CInt
    private var isClosed = false

    /// Opens a page.
    /// - Parameter port: the panel's port on 127.0.0.1.
    /// - Throws: `DidNotHappen` if the panel refuses it.
    public init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
        }
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let lines = [
            "GET /drive?token= HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)",
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
        ]
        let head = Array(lines.joined(separator: "\r\n").utf8)
        var answer = [UInt8](repeating: 0, count: 4096)
        guard isConnected, send(socket, head, head.count, CInt(MSG_NOSIGNAL)) == head.count,
            case let count = recv(socket, &answer, answer.count, 0), count > 0,
            String(decoding: answer[..<count], as: UTF8.self).hasPrefix("HTTP/1.1 101 ")
        else {
            Glibc.close(socket)
            isClosed = true
            throw DidNotHappen("the panel at port \(port) does not let a page in")
        }
    }

    deinit { close() }

    /// Sends a message `times` times in one write; discards what the server has sent meanwhile.
    /// - Parameters:
    ///   - message: JSON of at most 125 bytes.
    ///   - times: number of copies.
    /// - Returns: whether the server still accepts data.
    @discardableResult
    public func say(_ message: String, times: Int = 1) -> Bool {
        var heard = [UInt8](repeating: 0, count: 65_536)
        while recv(socket, &heard, heard.count, CInt(MSG_DONTWAIT)) > 0 {}
        let text = Array(message.utf8)
        // A mask of zeros is valid as well.
        let frame: [UInt8] = [0x81, 0x80 | UInt8(text.count), 0, 0, 0, 0] + text
        let bytes = Array((0..<times).map { _ in frame }.joined())
        return send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count
    }

    /// Presses STOP and lets go of it.
    public func pressStop() {
        say(#"{"do":"stop"}"#)
        say(#"{"do":"let go of stop"}"#)
    }

    /// Closes the page's socket.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        Glibc.close(socket)
    }
}
