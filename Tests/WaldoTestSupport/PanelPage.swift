import Glibc

/// A page of the panel as the server sees it: a WebSocket that sends what fingers do and ignores what it receives.
public final class PanelPage {
    private let socket: CInt
    private var isClosed = false

    /// Opens a page.
    /// - Parameters:
    ///   - port: the panel's port on 127.0.0.1.
    ///   - token: the token that it shows.
    /// - Throws: `DidNotHappen` if the panel refuses it.
    public init(port: UInt16, token: String = "") throws {
        let request = PanelRequest("/drive?token=\(token)", port: port, isSocket: true)
        socket = request.send()
        guard request.status(on: socket) == 101 else {
            if socket >= 0 { Glibc.close(socket) }
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
