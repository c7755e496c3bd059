public import WaldoLoop
internal import WaldoTime

/// The panel's web server, on the event loop: serves the page, and a WebSocket at `/drive` for each browser that shows
/// it.
///
/// Everything that comes in is limited: the size of request heads and messages, the rate of messages, the number of
/// connections in total and per source, and the time that a connection may be silent. Reads and writes never block.
@LoopActor
public final class PanelServer {
    /// Callbacks of the server. Viewers are numbered from 1.
    public struct Events {
        /// A page has connected.
        public var joined: @LoopActor (Int) -> Void
        /// A page is gone.
        public var left: @LoopActor (Int) -> Void
        /// A page has sent a message; the viewer is `nobody` for a stop that arrives after its page was refused.
        public var received: @LoopActor (Int, PanelMessage) -> Void
        /// A page asks for what lies under its map; the answer may come later, nil: there is nothing.
        public var wanted: @LoopActor (PanelAsset, @escaping @LoopActor (PanelAsset.Answer?) -> Void) -> Void =
            { $1(nil) }
        /// A notice for the program's operator, one sentence.
        public var noticed: @LoopActor (String) -> Void

        /// Creates the callbacks from these closures.
        public init(
            joined: @escaping @LoopActor (Int) -> Void, left: @escaping @LoopActor (Int) -> Void,
            received: @escaping @LoopActor (Int, PanelMessage) -> Void, noticed: @escaping @LoopActor (String) -> Void
        ) {
            self.joined = joined
            self.left = left
            self.received = received
            self.noticed = noticed
        }
    }

    typealias Connection = WebConnection<PanelInbox>

    /// The viewer number of a stop that arrives after its page was refused.
    public nonisolated static let nobody = 0
    /// Where the server listens, with the port that the system chose if it was 0.
    public private(set) var address: PanelAddress
    private let token: PanelToken?
    private let access: PanelAccess
    private let site: PanelSite
    private let events: Events
    private var connections: WebConnections<PanelInbox>?
    private var sources = PanelSources()
    /// The viewers whose pages are never closed to admit another: who drives, and who holds STOP.
    public var staying: Set<Int> {
        get { connections?.staying ?? [] }
        set { connections?.staying = newValue }
    }

    /// Starts to listen.
    /// - Parameters:
    ///   - address: where to listen.
    ///   - token: what a page must present; nil: no token is needed.
    ///   - access: how browsers reach it besides by this address.
    ///   - site: which pages it has.
    ///   - events: the callbacks.
    /// - Throws: `SystemFailure`: EADDRINUSE if the port is taken, EADDRNOTAVAIL for an address of another machine.
    public init(
        _ address: PanelAddress, token: PanelToken?, access: PanelAccess = PanelAccess(), site: PanelSite = .drive,
        events: Events
    ) throws(SystemFailure) {
        self.address = address
        self.token = token
        self.access = access
        self.site = site
        self.events = events
        let connections = try WebConnections<PanelInbox>(
            address,
            .init(
                request: { [weak self] in self?.answer($0, $1) }, message: { [weak self] in self?.received($0, $1) },
                left: { [weak self] in self?.left($0, $1) },
                isOut: {
                    events.noticed(
                        "the panel accepts no more browsers: no descriptors are left; raise `ulimit -n`, or close some "
                            + "pages")
                }))
        self.connections = connections
        self.address.port = connections.port
    }

    /// Sends each page a text of its own.
    /// - Parameter text: makes the text for a viewer.
    /// - Returns: the viewers that were skipped, because they have not taken the previous text yet.
    public func publish(_ text: @LoopActor (Int) -> [UInt8]) -> Set<Int> {
        var behind: Set<Int> = []
        for connection in connections?.all ?? [] {
            guard let viewer = connection.viewer else { continue }
            guard connection.isDrained else {
                behind.insert(viewer)
                continue
            }
            connection.send(WebSocketFrame.bytes(.text, text(viewer)))
        }
        return behind
    }

    /// Sends one page what only it has asked for, unless it has not taken everything that was sent before.
    /// - Returns: whether it was sent; true for a page that is gone.
    public func send(_ payload: PanelPayload, to viewer: Int) -> Bool {
        guard let connection = connections?.all.first(where: { $0.viewer == viewer }) else { return true }
        guard connection.isDrained else { return false }
        let frame = payload.frame
        // What is too long is not worth the page.
        if frame.count <= WebLimits.longestOutput { connection.send(frame) }
        return true
    }

    /// Closes the listening socket and all connections.
    public func close() { connections?.close() }

    // MARK: connections

    private func received(_ connection: Connection, _ message: PanelMessage) {
        guard connection.viewer != nil || message == .stop else { return }
        events.received(connection.viewer ?? Self.nobody, message)
    }

    private func left(_ connection: Connection, _ viewer: Int) {
        if let inbox = connection.inbox {
            sources.spend(
                inbox.messagesInSecond, since: inbox.secondBegan, by: connection.source, at: Monotonic.now())
        }
        events.left(viewer)
    }

    // MARK: requests

    private func answer(_ connection: Connection, _ request: HTTPRequest) {
        let origins: [String]
        switch access.judge(request, from: connection.peer, at: address) {
        case .refused(let status): return connection.send(HTTPAnswer.bytes(status), thenClose: true)
        case .admitted(let source, let own): (connection.source, origins) = (source, own)
        }
        if request.path == "/drive" { return open(connection, request, origins) }
        if let asset = PanelAsset(request) { return send(asset, connection, request) }
        guard let file = PanelPage.files(of: site).first(where: { $0.path == request.path }) else {
            return connection.send(HTTPAnswer.bytes(.notFound), thenClose: true)
        }
        connection.send(HTTPAnswer.bytes(file.type, file.bytes), thenClose: true)
    }

    /// Handles a page's WebSocket handshake: its origin must be this server, and its token must be right.
    private func open(_ connection: Connection, _ request: HTTPRequest, _ origins: [String]) {
        guard let origin = request["origin"], origins.contains(origin) else {
            return connection.send(HTTPAnswer.bytes(.forbidden), thenClose: true)
        }
        guard mayEnter(connection, request) else { return }
        let now = Monotonic.now(), source = connection.source
        guard let answer = request.webSocketAccept, let connections else {
            return connection.send(HTTPAnswer.bytes(.badRequest), thenClose: true)
        }
        guard connections.makePlace(.pages, for: source, among: connections.clients) else {
            return connection.send(HTTPAnswer.bytes(.unavailable), thenClose: true)
        }
        let viewer = connections.makeClient(
            connection, answer: HTTPAnswer.switching(answer), spent: sources.messagesSpent(by: source, at: now))
        if let viewer { events.joined(viewer) }
    }

    /// Whether a request shows the right token; it is answered if not.
    private func mayEnter(_ connection: Connection, _ request: HTTPRequest) -> Bool {
        guard let token else { return true }
        guard let now = connection.refusesToken(request, token) else { return true }
        if sources.tokenWasWrong(connection.source, at: now) { events.noticed(Self.wrongToken(connection.source)) }
        return false
    }

    private func send(_ asset: PanelAsset, _ connection: Connection, _ request: HTTPRequest) {
        guard mayEnter(connection, request) else { return }
        connection.awaitAnswer()
        events.wanted(asset) { [weak connection] answer in
            connection?.send(
                answer.map { HTTPAnswer.bytes($0.type, $0.bytes) } ?? HTTPAnswer.bytes(.notFound), thenClose: true)
        }
    }

    private static func wrongToken(_ source: PanelSource) -> String {
        "a wrong token was sent to the panel from \(source) and refused: open the address that was printed, or "
            + "find out who that is"
    }
}
