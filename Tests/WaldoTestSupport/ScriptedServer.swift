import Glibc

/// A TCP server on 127.0.0.1 that does what its test says: accept, send, close. Nothing happens by itself.
public final class ScriptedServer {
    /// The port, chosen by the system.
    public let port: UInt16

    private var listener: CInt
    private var connection: CInt = -1

    /// Listens.
    /// - Parameter port: the port to listen on again, after `hangUp`; 0: any.
    /// - Throws: `DidNotHappen` if the system does not allow it.
    public init(port: UInt16 = 0) throws {
        // A child of another test would keep the port.
        let number = Loopback.socket()
        var on: CInt = 1
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        guard number >= 0, let port = Loopback.listen(number, at: port) else {
            throw DidNotHappen("no server on 127.0.0.1")
        }
        listener = number
        self.port = port
    }

    deinit { hangUp() }

    /// Waits for the next connection, and takes it instead of the one before.
    /// - Throws: `DidNotHappen` when none comes.
    public func accept() throws {
        var place = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&place, 1, 10_000) > 0 else { throw DidNotHappen("no connection came") }
        drop()
        connection = Glibc.accept(listener, nil, nil)
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    }

    /// Whether a connection waits to be accepted.
    public var hasCaller: Bool { isReadable(listener) }

    /// Whether a connection was accepted and not closed here.
    public var isOpen: Bool { connection >= 0 }

    /// Whether the client has sent something, or closed the connection.
    public var hasSent: Bool { isReadable(connection) }

    private func isReadable(_ descriptor: CInt) -> Bool {
        var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&place, 1, 0) > 0
    }

    /// Sends a text on the connection.
    public func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// What the client has sent, up to the end of a line; empty at the end of the connection.
    /// - Throws: `DidNotHappen` when no line comes.
    public func line() throws -> String {
        var text: [UInt8] = []
        while true {
            var place = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            guard poll(&place, 1, 10_000) > 0 else { throw DidNotHappen("no line came") }
            var byte: UInt8 = 0
            guard read(connection, &byte, 1) == 1, byte != UInt8(ascii: "\n") else { break }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Closes the connection.
    public func drop() {
        if connection >= 0 { close(connection) }
        connection = -1
    }

    /// Closes the connection and stops listening.
    public func hangUp() {
        drop()
        if listener >= 0 { close(listener) }
        listener = -1
    }
}
