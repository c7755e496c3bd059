internal import Glibc
internal import WaldoCore
public import WaldoLoop

/// The panel's web server, on the loop: the page, and a WebSocket at `/drive` for each that shows it.
///
/// Every way in is bounded: heads and messages in bytes, messages in number, connections in number and in the time they
/// may say nothing. Reading and writing never wait.
@LoopActor
public final class PanelServer {
    /// Who is told what.
    public struct Events {
        /// A page has come.
        public var joined: @LoopActor (Int) -> Void
        /// A page has gone.
        public var left: @LoopActor (Int) -> Void
        /// A page says this.
        public var said: @LoopActor (Int, PanelMessage) -> Void

        /// Events that go to these.
        public init(
            joined: @escaping @LoopActor (Int) -> Void, left: @escaping @LoopActor (Int) -> Void,
            said: @escaping @LoopActor (Int, PanelMessage) -> Void
        ) {
            self.joined = joined
            self.left = left
            self.said = said
        }
    }

    /// Pages at once, and connections that are not a page's yet.
    static let mostViewers = 8, mostGuests = 16

    /// Where it listens, with the port that the system chose.
    public private(set) var address: PanelAddress
    private let token: PanelToken?
    private let events: Events
    private let socket: OwnedDescriptor
    private var watch: FileWatch?
    private var timer: LoopTimer?
    private var connections: [PanelConnection] = []
    private var lastViewer = 0

    /// Listens.
    /// - Parameter token: what a page has to show; nil: nothing.
    /// - Throws: EADDRINUSE when the port is taken, EADDRNOTAVAIL for an address of another machine.
    public init(_ address: PanelAddress, token: PanelToken?, events: Events) throws(SystemFailure) {
        self.address = address
        self.token = token
        self.events = events
        socket = try Self.listen(address)
        self.address.port = Self.port(of: socket)
        watch = try FileWatch(socket.number, for: .readable, priority: .other) { [unowned self] _ in accept() }
        timer = LoopTimer { [unowned self] in closeSilent(at: $0) }
    }

    /// Sends each page a text of its own; gives those that have not taken the last one yet, and were passed over.
    public func publish(_ text: @LoopActor (Int) -> [UInt8]) -> Set<Int> {
        var behind: Set<Int> = []
        for connection in connections {
            guard let viewer = connection.viewer else { continue }
            guard connection.isDrained else {
                behind.insert(viewer)
                continue
            }
            connection.send(WebSocketFrame.bytes(.text, text(viewer)))
        }
        return behind
    }

    /// Closes everything.
    public func close() {
        watch?.cancel()
        watch = nil
        timer?.cancel()
        timer = nil
        for connection in connections { connection.close() }
    }

    // MARK: connections

    private func accept() {
        let number = Glibc.accept(socket.number, nil, nil)
        guard number >= 0 else { return }
        let descriptor = OwnedDescriptor(owning: number)
        // Whoever says nothing keeps nobody out.
        let guests = connections.filter { $0.viewer == nil }
        if guests.count >= Self.mostGuests { guests[0].close() }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        var on: CInt = 1
        setsockopt(number, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
        let connection = try? PanelConnection(
            descriptor, at: Monotonic.now(),
            .init(
                request: { [weak self] in self?.answer($0, $1) },
                message: { [weak self] in if let viewer = $0.viewer { self?.events.said(viewer, $1) } },
                closed: { [weak self] in self?.closed($0) }))
        guard let connection else { return }
        connections.append(connection)
        armTimer()
    }

    private func closed(_ connection: PanelConnection) {
        if !connection.isOpen { connections.removeAll { $0 === connection } }
        if let viewer = connection.viewer { events.left(viewer) }
    }

    private func closeSilent(at now: Microseconds) {
        for connection in connections where connection.deadline <= now { connection.close() }
        armTimer()
    }

    private func armTimer() {
        if let deadline = connections.map(\.deadline).min() { timer?.arm(at: deadline) }
    }

    // MARK: requests

    private func answer(_ connection: PanelConnection, _ request: HTTPRequest) {
        guard let host = request["host"], address.isMeant(by: host) else {
            return connection.send(Self.answer(.misdirected), thenClose: true)
        }
        if request.path == "/drive" { return open(connection, request, host) }
        guard let file = PanelPage.files.first(where: { $0.path == request.path }) else {
            return connection.send(Self.answer(.notFound), thenClose: true)
        }
        let body = file.bytes
        connection.send(Self.head(200, "OK", file.type, body.count) + body, thenClose: true)
    }

    /// The handshake of a page: it has to come from here, and show the token.
    private func open(_ connection: PanelConnection, _ request: HTTPRequest, _ host: String) {
        guard request["origin"] == "http://" + host else {
            return connection.send(Self.answer(.forbidden), thenClose: true)
        }
        if let token, !token.equals(request.parameter("token") ?? "") {
            return connection.send(Self.answer(.forbidden), thenClose: true)
        }
        guard request.lists("websocket", in: "upgrade"), request.lists("upgrade", in: "connection"),
            request["sec-websocket-version"] == "13",
            let answer = request["sec-websocket-key"].flatMap(WebSocketFrame.accept)
        else { return connection.send(Self.answer(.badRequest), thenClose: true) }
        guard connections.count(where: { $0.viewer != nil }) < Self.mostViewers else {
            return connection.send(Self.answer(.full), thenClose: true)
        }
        lastViewer += 1
        let head = """
            HTTP/1.1 101 Switching Protocols\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Accept: \(answer)\r
            \r

            """
        connection.send(Array(head.utf8))
        guard connection.isOpen else { return }
        connection.viewer = lastViewer
        events.joined(lastViewer)
    }

    static func answer(_ status: HTTPStatus) -> [UInt8] {
        let body = Array("\(status.rawValue) \(status.reason)\n".utf8)
        return head(status.rawValue, status.reason, "text/plain", body.count) + body
    }

    /// Nothing is fetched from elsewhere, no other page may frame this one, and no script or style stands in its text.
    private static func head(_ status: Int, _ reason: String, _ type: String, _ length: Int) -> [UInt8] {
        Array(
            """
            HTTP/1.1 \(status) \(reason)\r
            Content-Type: \(type); charset=utf-8\r
            Content-Length: \(length)\r
            Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
            connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r
            X-Content-Type-Options: nosniff\r
            Referrer-Policy: no-referrer\r
            Cache-Control: no-store\r
            Connection: close\r
            \r

            """.utf8)
    }

    // MARK: the socket

    private static func listen(_ address: PanelAddress) throws(SystemFailure) -> OwnedDescriptor {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let number = Glibc.socket(address.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        guard number >= 0 else { throw SystemFailure("socket") }
        let socket = OwnedDescriptor(owning: number)
        var on: CInt = 1
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        guard address.withSocketAddress({ bind(number, $0, $1) }) == 0 else { throw SystemFailure("bind") }
        guard Glibc.listen(number, 16) == 0 else { throw SystemFailure("listen") }
        return socket
    }

    /// The port is at the same place in both kinds of address.
    private static func port(of socket: borrowing OwnedDescriptor) -> UInt16 {
        var name = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.number, $0, &size) }
        }
        return UInt16(bigEndian: name.sin6_port)
    }
}
