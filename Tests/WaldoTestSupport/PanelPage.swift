import Glibc

/// A page of the panel as the server sees it: a WebSocket that sends what fingers do and ignores what it receives.
public final class PanelPage {
    private let socket: CInt
    private var isClosed = false
    private let keepsHeard: Bool
    private var heard: [UInt8] = []
    private var pings = 0

    /// Opens a page.
    /// - Parameters:
    ///   - port: the panel's port on 127.0.0.1.
    ///   - token: the token that it shows.
    ///   - keepsHeard: whether what the server sends is kept until `takeHeard`.
    /// - Throws: `DidNotHappen` if the panel refuses it.
    public init(port: UInt16, token: String = "", keepsHeard: Bool = false) throws {
        self.keepsHeard = keepsHeard
        let request = PanelRequest("/drive?token=\(token)", port: port, isSocket: true)
        socket = request.send()
        guard request.status(on: socket) == 101 else {
            if socket >= 0 { Glibc.close(socket) }
            isClosed = true
            throw DidNotHappen("the panel at port \(port) does not let a page in")
        }
    }

    deinit { close() }

    /// Sends a message `times` times in one write; discards what the server has sent meanwhile, unless it is kept.
    /// - Parameters:
    ///   - message: JSON of at most 125 bytes.
    ///   - times: number of copies.
    /// - Returns: whether the server still accepts data.
    @discardableResult
    public func say(_ message: String, times: Int = 1) -> Bool {
        hear()
        let frame = Self.frame(0x81, message)
        let bytes = Array((0..<times).map { _ in frame }.joined())
        return send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count
    }

    /// A final frame. A mask of zeros is valid as well.
    private static func frame(_ opening: UInt8, _ text: String) -> [UInt8] {
        [opening, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + text.utf8
    }

    private func hear() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &bytes, bytes.count, CInt(MSG_DONTWAIT))
            guard count > 0 else { return }
            if keepsHeard { heard += bytes[..<count] }
        }
    }

    /// Sends a ping, and waits for the answer: the server has then taken all that was sent before. For a page that
    /// keeps what it hears.
    /// - Parameter limit: how long it waits, in milliseconds.
    /// - Returns: whether the answer has come.
    public func ping(within limit: Int = 20_000) -> Bool {
        pings += 1
        let word = "ping \(pings + 1_000_000)", frame = Self.frame(0x89, word), start = heard.count
        guard send(socket, frame, frame.count, CInt(MSG_NOSIGNAL)) == frame.count else { return false }
        let answer: [UInt8] = [0x8A, UInt8(word.utf8.count)] + word.utf8
        for _ in 0..<limit / 20 {
            hear()
            if heard[start...].firstRange(of: answer) != nil { return true }
            var readable = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            _ = poll(&readable, 1, 20)
        }
        return false
    }

    /// What the server has sent since the last call, as text; heads of frames are in it.
    public func takeHeard() -> String {
        defer { heard = [] }
        return String(decoding: heard, as: UTF8.self)
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
