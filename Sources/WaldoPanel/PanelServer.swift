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

    /// The viewer number of a stop that arrives after its page was refused.
    public static let nobody = 0
    /// Most connections that have been answered and wait for the peer to close them.
    private static let mostLeaving = 16

    /// Where the server listens, with the port that the system chose if it was 0.
    public private(set) var address: PanelAddress
    private let token: PanelToken?
    private let site: PanelSite
    private let events: Events
    private var listener: PanelListener?
    private var timer: LoopTimer?
    private var connections: [PanelConnection] = []
    private var lastViewer = PanelServer.nobody
    private var sources = PanelSources()
    private var lackIsReported = false
    /// The viewer that drives: its page is never closed to admit another. Nil: none.
    public var driver: Int?

    /// Starts to listen.
    /// - Parameters:
    ///   - address: where to listen.
    ///   - token: what a page must present; nil: no token is needed.
    ///   - site: which pages it has.
    ///   - events: the callbacks.
    /// - Throws: `SystemFailure`: EADDRINUSE if the port is taken, EADDRNOTAVAIL for an address of another machine.
    public init(
        _ address: PanelAddress, token: PanelToken?, site: PanelSite = .drive, events: Events
    ) throws(SystemFailure) {
        self.address = address
        self.token = token
        self.site = site
        self.events = events
        let listener = try PanelListener(
            address,
            .init(accepted: { [weak self] in self?.accept($0, $1, $2) }, isOut: { [weak self] in self?.isOut() }))
        self.listener = listener
        self.address.port = listener.port
        timer = LoopTimer { [unowned self] in closeSilent(at: $0) }
    }

    /// Sends each page a text of its own.
    /// - Parameter text: makes the text for a viewer.
    /// - Returns: the viewers that were skipped, because they have not taken the previous text yet.
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

    /// Sends one page what only it has asked for, unless it has not taken everything that was sent before.
    /// - Returns: whether it was sent; true for a page that is gone.
    public func send(_ payload: PanelPayload, to viewer: Int) -> Bool {
        guard let connection = connections.first(where: { $0.viewer == viewer }) else { return true }
        guard connection.isDrained else { return false }
        let frame = payload.frame
        // What is too long is not worth the page.
        if frame.count <= PanelConnection.longestOutput { connection.send(frame) }
        return true
    }

    /// Closes the listening socket and all connections.
    public func close() {
        listener?.close()
        listener = nil
        timer?.cancel()
        timer = nil
        for connection in connections { connection.close() }
    }

    // MARK: connections

    private func accept(_ descriptor: consuming OwnedDescriptor, _ source: PanelSource, _ now: Instant) {
        makePlace(.guests, for: source, among: connections.filter { $0.viewer == nil && !$0.hasSentAll })
        let connection = try? PanelConnection(
            descriptor, from: source, at: now,
            .init(
                request: { [weak self] in self?.answer($0, $1) }, message: { [weak self] in self?.received($0, $1) },
                left: { [weak self] in self?.left($0, $1) }, ended: { [weak self] in self?.ended($0) }))
        guard let connection else { return }
        connections.append(connection)
        armTimer()
        // Read what has arrived already, before another connection can replace this one.
        connection.look()
    }

    /// If all places are taken, closes the connection that has been idle longest, so that idle ones keep nobody out.
    private func makePlace(_ places: PanelPlaces, for source: PanelSource, among holders: [PanelConnection]) {
        let out = places.givingWay(
            to: source,
            among: holders.map {
                .init(source: $0.source, acted: $0.acted, stays: $0.viewer != nil && $0.viewer == driver)
            })
        if let out { holders[out].giveWay() }
    }

    /// Out of descriptors: closes a connection that is no page's, so that the next one may become a page.
    private func isOut() {
        connections.first { $0.viewer == nil }?.close()
        guard !lackIsReported else { return }
        lackIsReported = true
        events.noticed(
            "the panel accepts no more browsers: no descriptors are left; raise `ulimit -n`, or close some pages")
    }

    private func received(_ connection: PanelConnection, _ message: PanelMessage) {
        guard connection.viewer != nil || message == .stop else { return }
        events.received(connection.viewer ?? Self.nobody, message)
    }

    private func left(_ connection: PanelConnection, _ viewer: Int) {
        if let inbox = connection.inbox {
            sources.spend(
                inbox.messagesInSecond, since: inbox.secondBegan, by: connection.source, at: Monotonic.now())
        }
        events.left(viewer)
    }

    private func ended(_ connection: PanelConnection) {
        guard connection.isOpen else { return connections.removeAll { $0 === connection } }
        let leaving = connections.filter(\.hasSentAll)
        if leaving.count > Self.mostLeaving { leaving[0].close() }
        armTimer()
    }

    private func closeSilent(at now: Instant) {
        for connection in connections where connection.deadline <= now { connection.close() }
        armTimer()
    }

    private func armTimer() {
        if let deadline = connections.map(\.deadline).min() { timer?.arm(at: deadline) }
    }

    // MARK: requests

    private func answer(_ connection: PanelConnection, _ request: HTTPRequest) {
        guard let host = request["host"], address.isMeant(by: host) else {
            return connection.send(HTTPAnswer.bytes(.misdirected), thenClose: true)
        }
        if request.path == "/drive" { return open(connection, request, host) }
        if let asset = PanelAsset(request) { return send(asset, connection, request) }
        guard let file = PanelPage.files(of: site).first(where: { $0.path == request.path }) else {
            return connection.send(HTTPAnswer.bytes(.notFound), thenClose: true)
        }
        connection.send(HTTPAnswer.bytes(file.type, file.bytes), thenClose: true)
    }

    /// Handles a page's WebSocket handshake: its origin must be this server, and its token must be right.
    private func open(_ connection: PanelConnection, _ request: HTTPRequest, _ host: String) {
        guard request["origin"] == "http://" + host else {
            return connection.send(HTTPAnswer.bytes(.forbidden), thenClose: true)
        }
        guard mayEnter(connection, request) else { return }
        let now = Monotonic.now(), source = connection.source
        guard request.lists("websocket", in: "upgrade"), request.lists("upgrade", in: "connection"),
            request["sec-websocket-version"] == "13",
            let answer = request["sec-websocket-key"].flatMap(WebSocketFrame.accept)
        else { return connection.send(HTTPAnswer.bytes(.badRequest), thenClose: true) }
        makePlace(.pages, for: source, among: connections.filter { $0.viewer != nil })
        lastViewer += 1
        connection.send(HTTPAnswer.switching(answer))
        guard connection.isOpen else { return }
        connection.becomePage(lastViewer, spent: sources.messagesSpent(by: source, at: now), at: now)
        events.joined(lastViewer)
    }

    /// Whether a request shows the right token; it is answered if not.
    private func mayEnter(_ connection: PanelConnection, _ request: HTTPRequest) -> Bool {
        guard let token else { return true }
        let now = Monotonic.now(), source = connection.source
        guard sources.mayShowToken(source, at: now) else {
            connection.send(HTTPAnswer.bytes(.tooMany), thenClose: true)
            return false
        }
        if token.equals(request.parameter("token") ?? "") { return true }
        if sources.tokenWasWrong(source, at: now) { events.noticed(Self.wrongToken(source)) }
        connection.send(HTTPAnswer.bytes(.forbidden), thenClose: true)
        return false
    }

    private func send(_ asset: PanelAsset, _ connection: PanelConnection, _ request: HTTPRequest) {
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
