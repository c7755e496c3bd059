public import WaldoLoop
import WaldoTime

/// The owner of a `PanelServer`. Viewers are numbered from 1.
@LoopActor
public protocol PanelServerDelegate: AnyObject {
    /// A page has connected.
    func joined(_ viewer: Int)
    /// A page is gone.
    func left(_ viewer: Int)
    /// A page has sent a message; the viewer is `nobody` for a stop that arrives after its page was refused.
    func received(_ message: PanelMessage, from viewer: Int)
    /// A page asks for what lies under its map; the answer may come later, nil: there is nothing. Unless stated there
    /// is nothing.
    func answer(_ asset: PanelAsset, _ reply: @escaping @LoopActor (PanelAsset.Answer?) -> Void)
    /// A notice for the program's operator, one sentence.
    func noticed(_ sentence: String)
}

extension PanelServerDelegate {
    /// Answers that there is nothing.
    public func answer(_ asset: PanelAsset, _ reply: @escaping @LoopActor (PanelAsset.Answer?) -> Void) { reply(nil) }
}

/// The panel's web server, on the event loop: serves the page, and a WebSocket at `/drive` for each browser that shows
/// it.
///
/// Everything that comes in is limited: the size of request heads and messages, the rate of messages, the number of
/// connections in total and per source, and the time that a connection may be silent. Reads and writes never block.
@LoopActor
public final class PanelServer: WebServer {
    typealias Connection = WebConnection<PanelInbox>

    /// The viewer number of a stop that arrives after its page was refused.
    public nonisolated static let nobody = 0
    /// Where the server listens, with the port that the system chose if it was 0.
    public var address: PanelAddress { connections.address }
    private let token: PanelToken?
    private let access: PanelAccess
    private let site: PanelSite
    /// Gets what the viewers do.
    public weak var delegate: (any PanelServerDelegate)?
    private let connections: WebConnections<PanelInbox>
    private var sources = PanelSources()
    /// The viewers whose pages are never closed to admit another: who drives, and who holds STOP.
    public var staying: Set<Int> {
        get { connections.staying }
        set { connections.staying = newValue }
    }

    /// Starts to listen.
    /// - Parameters:
    ///   - address: where to listen.
    ///   - token: what a page must present; nil: no token is needed.
    ///   - access: how browsers reach it besides by this address.
    ///   - site: which pages it has.
    /// - Throws: `SystemFailure`: EADDRINUSE if the port is taken, EADDRNOTAVAIL for an address of another machine.
    public init(
        _ address: PanelAddress, token: PanelToken?, access: PanelAccess = PanelAccess(), site: PanelSite = .drive
    ) throws(SystemFailure) {
        self.token = token
        self.access = access
        self.site = site
        // Compressed before anything moves: that takes some milliseconds.
        _ = PanelPage.files(of: site)
        connections = try WebConnections(address)
        connections.server = self
    }

    /// Sends each page a text of its own.
    /// - Parameter text: makes the text for a viewer.
    /// - Returns: the viewers that were skipped, because they have not taken the previous text yet.
    public func publish(_ text: @LoopActor (Int) -> [UInt8]) -> Set<Int> {
        var lagging: Set<Int> = []
        for connection in connections.all {
            guard let viewer = connection.viewer else { continue }
            guard connection.isDrained else {
                lagging.insert(viewer)
                continue
            }
            connection.send(WebSocketFrame.bytes(.text, text(viewer)))
        }
        return lagging
    }

    /// Sends one page what only it has asked for, unless it has not taken everything that was sent before.
    /// - Returns: whether it was sent; true for a page that is gone.
    public func send(_ payload: PanelPayload, to viewer: Int) -> Bool {
        guard let connection = connections.all.first(where: { $0.viewer == viewer }) else { return true }
        guard connection.isDrained else { return false }
        let frame = payload.frame
        // What is too long is not worth the page.
        if frame.count <= WebLimits.longestOutput { connection.send(frame) }
        return true
    }

    /// Closes the listening socket and all connections. The pages learn that Waldo has ended and was not lost.
    public func close() {
        for page in connections.clients { page.refuse(.leaving) }
        connections.close()
    }

    // MARK: connections

    func received(_ connection: Connection, _ message: PanelMessage) {
        guard connection.viewer != nil || message == .stop else { return }
        delegate?.received(message, from: connection.viewer ?? Self.nobody)
    }

    func left(_ connection: Connection, _ viewer: Int) {
        if let inbox = connection.inbox {
            sources.spend(
                inbox.messagesInSecond, since: inbox.secondBegan, by: connection.source, at: Monotonic.now())
        }
        delegate?.left(viewer)
    }

    func isOut() {
        delegate?.noticed(
            "the panel accepts no more browsers: no descriptors are left; raise `ulimit -n`, or close some pages")
    }

    // MARK: requests

    func answer(_ connection: Connection, _ request: HTTPRequest) {
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
        connection.send(HTTPAnswer.bytes(file, for: request), thenClose: true)
    }

    /// Handles a page's WebSocket handshake: its origin must be this server, and its token must be right.
    private func open(_ connection: Connection, _ request: HTTPRequest, _ origins: [String]) {
        guard let origin = request["origin"], origins.contains(origin) else {
            return connection.send(HTTPAnswer.bytes(.forbidden), thenClose: true)
        }
        guard mayEnter(connection, request) else { return }
        let now = Monotonic.now(), source = connection.source
        guard let answer = request.webSocketAccept else {
            return connection.send(HTTPAnswer.bytes(.badRequest), thenClose: true)
        }
        guard connections.makeRoom(.pages, for: source, among: connections.clients) else {
            return connection.send(HTTPAnswer.bytes(.unavailable), thenClose: true)
        }
        let viewer = connections.makeClient(
            connection, answer: HTTPAnswer.switching(answer), spent: sources.messagesSpent(by: source, at: now))
        if let viewer { delegate?.joined(viewer) }
    }

    /// Whether a request shows the right token; it is answered if not.
    private func mayEnter(_ connection: Connection, _ request: HTTPRequest) -> Bool {
        guard let token else { return true }
        guard let now = connection.refusesToken(request, token) else { return true }
        if sources.tokenWasWrong(connection.source, at: now) { delegate?.noticed(Self.wrongToken(connection.source)) }
        return false
    }

    private func send(_ asset: PanelAsset, _ connection: Connection, _ request: HTTPRequest) {
        guard mayEnter(connection, request) else { return }
        guard let delegate else { return connection.send(HTTPAnswer.bytes(.notFound), thenClose: true) }
        connection.awaitAnswer()
        delegate.answer(asset) { [weak connection] answer in
            connection?.send(
                answer.map { HTTPAnswer.bytes($0.type, $0.bytes) } ?? HTTPAnswer.bytes(.notFound), thenClose: true)
        }
    }

    private static func wrongToken(_ source: PanelSource) -> String {
        "a wrong token was sent to the panel from \(source) and refused: open the address that was printed, or "
            + "find out who that is"
    }
}
