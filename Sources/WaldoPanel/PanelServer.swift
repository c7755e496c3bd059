internal import WaldoCore
public import WaldoLoop

/// The panel's web server, on the loop: the page, and a WebSocket at `/drive` for each that shows it.
///
/// Every way in is bounded: heads and messages in bytes, messages in number, connections in number, by source and in
/// the time they may say nothing. Reading and writing never wait.
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
        /// A sentence for whoever runs the program.
        public var noticed: @LoopActor (String) -> Void

        /// Events that go to these.
        public init(
            joined: @escaping @LoopActor (Int) -> Void, left: @escaping @LoopActor (Int) -> Void,
            said: @escaping @LoopActor (Int, PanelMessage) -> Void, noticed: @escaping @LoopActor (String) -> Void
        ) {
            self.joined = joined
            self.left = left
            self.said = said
            self.noticed = noticed
        }
    }

    /// What no page has said: a stop that came after the page was refused.
    public static let nobody = 0
    /// Connections that were answered and have not closed yet.
    private static let mostLeaving = 16

    /// Where it listens, with the port that the system chose.
    public private(set) var address: PanelAddress
    private let token: PanelToken?
    private let events: Events
    private var listener: PanelListener?
    private var timer: LoopTimer?
    private var connections: [PanelConnection] = []
    private var lastViewer = PanelServer.nobody
    private var sources = PanelSources()
    private var lackIsReported = false
    /// The page that drives: it gives way to no other.
    public var driver: Int?

    /// Listens.
    /// - Parameter token: what a page has to show; nil: nothing.
    /// - Throws: EADDRINUSE when the port is taken, EADDRNOTAVAIL for an address of another machine.
    public init(_ address: PanelAddress, token: PanelToken?, events: Events) throws(SystemFailure) {
        self.address = address
        self.token = token
        self.events = events
        let listener = try PanelListener(
            address,
            .init(accepted: { [weak self] in self?.accept($0, $1, $2) }, isOut: { [weak self] in self?.isOut() }))
        self.listener = listener
        self.address.port = listener.port
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
        listener?.close()
        listener = nil
        timer?.cancel()
        timer = nil
        for connection in connections { connection.close() }
    }

    // MARK: connections

    private func accept(_ descriptor: consuming OwnedDescriptor, _ source: PanelSource, _ now: Microseconds) {
        makePlace(.guests, for: source, among: connections.filter { $0.viewer == nil && !$0.hasSaidAll })
        let connection = try? PanelConnection(
            descriptor, from: source, at: now,
            .init(
                request: { [weak self] in self?.answer($0, $1) }, message: { [weak self] in self?.said($0, $1) },
                left: { [weak self] in self?.left($0, $1) }, ended: { [weak self] in self?.ended($0) }))
        guard let connection else { return }
        connections.append(connection)
        armTimer()
        // Before another can push it out.
        connection.look()
    }

    /// Whoever says nothing keeps nobody out.
    private func makePlace(_ places: PanelPlaces, for source: PanelSource, among holders: [PanelConnection]) {
        let out = places.givingWay(
            to: source,
            among: holders.map {
                .init(source: $0.source, acted: $0.acted, stays: $0.viewer != nil && $0.viewer == driver)
            })
        if let out { holders[out].giveWay() }
    }

    /// A guest goes, so that the next one may be a page.
    private func isOut() {
        connections.first { $0.viewer == nil }?.close()
        guard !lackIsReported else { return }
        lackIsReported = true
        events.noticed(
            "the panel takes no more browsers: no descriptors are left; raise `ulimit -n`, or close some pages")
    }

    private func said(_ connection: PanelConnection, _ message: PanelMessage) {
        guard connection.viewer != nil || message == .stop else { return }
        events.said(connection.viewer ?? Self.nobody, message)
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
        let leaving = connections.filter(\.hasSaidAll)
        if leaving.count > Self.mostLeaving { leaving[0].close() }
        armTimer()
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
            return connection.send(HTTPAnswer.bytes(.misdirected), thenClose: true)
        }
        if request.path == "/drive" { return open(connection, request, host) }
        guard let file = PanelPage.files.first(where: { $0.path == request.path }) else {
            return connection.send(HTTPAnswer.bytes(.notFound), thenClose: true)
        }
        connection.send(HTTPAnswer.bytes(file.type, file.bytes), thenClose: true)
    }

    /// The handshake of a page: it has to come from here, and show the token.
    private func open(_ connection: PanelConnection, _ request: HTTPRequest, _ host: String) {
        guard request["origin"] == "http://" + host else {
            return connection.send(HTTPAnswer.bytes(.forbidden), thenClose: true)
        }
        let now = Monotonic.now(), source = connection.source
        if let token {
            guard sources.mayShowToken(source, at: now) else {
                return connection.send(HTTPAnswer.bytes(.tooMany), thenClose: true)
            }
            guard token.equals(request.parameter("token") ?? "") else {
                if sources.tokenWasWrong(source, at: now) { events.noticed(Self.wrongToken(source)) }
                return connection.send(HTTPAnswer.bytes(.forbidden), thenClose: true)
            }
        }
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

    private static func wrongToken(_ source: PanelSource) -> String {
        "the panel was asked with a wrong token from \(source), and let nobody in: open the address that was printed, or "
            + "find out who that is"
    }
}
