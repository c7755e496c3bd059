public import WaldoLoop
import WaldoTime

/// The owner of a `FoxgloveServer`, which feeds it.
@LoopActor
public protocol FoxgloveServerDelegate: AnyObject {
    /// A client has subscribed to a channel.
    func subscribed(to channel: Int)
    /// A notice for the program's operator, one sentence.
    func noticed(_ sentence: String)
}

/// A server of the Foxglove WebSocket protocol, on the event loop: channels of JSON messages for clients that subscribe
/// to them. It only reports: it advertises no capability by which a client could send anything.
///
/// A client that is too slow misses messages, and gets their number; nothing waits for it.
@LoopActor
public final class FoxgloveServer: WebServer {
    typealias Connection = WebConnection<FoxgloveInbox>

    /// Most clients at once.
    public nonisolated static let maxClients = 8
    /// The subprotocols, the preferred one first: both have the messages that are used here.
    private static let subprotocols = ["foxglove.sdk.v1", "foxglove.websocket.v1"]
    /// Most bytes of messages that wait for a client; the rest of its queue is for what must not be left out.
    private static let maxQueued = WebLimits.longestOutput / 2
    /// How often a client is asked for a sign of life: two that it misses close it.
    private static let pingInterval: TimeSpan = .seconds(8)

    /// Where the server listens, with the port that the system chose if it was 0.
    public var address: PanelAddress { connections.address }
    private let name: String
    private let session: String
    private let token: PanelToken?
    private let origins: FoxgloveOrigins
    /// Gets the subscriptions.
    public weak var delegate: (any FoxgloveServerDelegate)?
    private let connections: WebConnections<FoxgloveInbox>
    private var sources = PanelSources()
    private var channels: [FoxgloveChannel] = []
    private var subscriptions: [Int: FoxgloveSubscriptions] = [:]
    private var ping: LoopTimer?
    /// The number of subscribers of each channel, from the first.
    private var audience: [Int] = []
    /// Whether anybody is subscribed to anything: if not, nothing needs to be computed.
    @exclusivity(unchecked) public private(set) var hasAudience = false

    /// Starts to listen.
    /// - Parameters:
    ///   - address: where to listen.
    ///   - name: what clients show as the server's name.
    ///   - session: a text that another run of the program does not have.
    ///   - token: what a client must have in its address, `?token=`; nil: no token is needed.
    ///   - origins: which web pages may connect.
    /// - Throws: `SystemFailure`: EADDRINUSE if the port is taken, EADDRNOTAVAIL for an address of another machine.
    public init(
        _ address: PanelAddress, name: String, session: String, token: PanelToken?, origins: FoxgloveOrigins
    ) throws(SystemFailure) {
        self.name = name
        self.session = session
        self.token = token
        self.origins = origins
        connections = try WebConnections(address)
        connections.server = self
        ping = LoopTimer(of: self) { $0.askForLife(at: $1) }
    }

    // MARK: channels

    /// Adds channels. Clients are told.
    /// - Returns: the number of the first; the others follow.
    @discardableResult
    public func advertise(_ added: [FoxgloveChannel]) -> Int {
        let first = channels.count + 1
        channels += added
        audience += added.map { _ in 0 }
        let text = FoxgloveMessage.advertise(added, from: first)
        for client in connections.clients { client.send(text) }
        return first
    }

    /// Whether anybody is subscribed to a channel.
    public func isWanted(_ channel: Int) -> Bool { audience.indices.contains(channel - 1) && audience[channel - 1] > 0 }

    /// Sends a message to those who are subscribed to its channel.
    /// - Parameters:
    ///   - time: in nanoseconds since 1970.
    ///   - payload: JSON of the channel's schema.
    public func publish(_ channel: Int, time: UInt64, _ payload: [UInt8]) {
        guard isWanted(channel) else { return }
        for connection in connections.clients {
            guard let client = connection.viewer, let number = subscriptions[client]?[channel] else { continue }
            let frame = FoxgloveMessage.data(subscription: number, time: time, payload)
            guard connection.queued + frame.count <= Self.maxQueued else {
                subscriptions[client]?.miss()
                continue
            }
            tellMissed(connection, client)
            connection.send(frame)
        }
    }

    /// Counts a message that nobody was sent, because there were too many at once.
    public func miss(_ channel: Int) {
        for (client, subscribed) in subscriptions where subscribed[channel] != nil { subscriptions[client]?.miss() }
    }

    private func tellMissed(_ connection: Connection, _ client: Int) {
        guard let subscribed = subscriptions[client], subscribed.missed > 0, connection.isDrained else { return }
        subscriptions[client]?.wasTold()
        connection.send(
            FoxgloveMessage.status(
                .warning,
                "\(subscribed.missedInAll) messages were left out so far, because this client or its network is too slow",
                id: "missed"))
    }

    /// Closes the listening socket and all connections; clients are told that the server leaves.
    public func close() {
        for client in connections.clients { client.refuse(.leaving) }
        ping?.cancel()
        ping = nil
        connections.close()
    }

    // MARK: clients

    func received(_ connection: Connection, _ request: FoxgloveRequest) {
        guard let client = connection.viewer, var subscribed = subscriptions[client] else { return }
        let (added, faults) = subscribed.handle(request, channels: channels.count)
        subscriptions[client] = subscribed
        countAudience()
        if let fault = faults.first {
            let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
            connection.send(FoxgloveMessage.status(.error, fault + more, id: "request"))
        }
        for channel in added { delegate?.subscribed(to: channel) }
    }

    func left(_ connection: Connection, _ client: Int) {
        subscriptions[client] = nil
        countAudience()
        if subscriptions.isEmpty { ping?.disarm() }
    }

    func isOut() {
        delegate?.noticed("Foxglove is accepted no more: no descriptors are left; raise `ulimit -n`")
    }

    private func countAudience() {
        for channel in audience.indices {
            audience[channel] = subscriptions.values.count { $0[channel + 1] != nil }
        }
        hasAudience = audience.contains { $0 > 0 }
    }

    private func askForLife(at now: Instant) {
        for connection in connections.clients {
            if let client = connection.viewer { tellMissed(connection, client) }
            connection.send(WebSocketFrame.bytes(.ping, []))
        }
        ping?.arm(at: now + Self.pingInterval)
    }

    // MARK: requests

    func answer(_ connection: Connection, _ request: HTTPRequest) {
        func refuse(_ status: HTTPStatus) { connection.send(HTTPAnswer.bytes(status), thenClose: true) }
        guard let host = request["host"], address.isMeant(by: host) else { return refuse(.misdirected) }
        guard origins.accept(request["origin"], at: host) else { return refuse(.forbidden) }
        guard request.path == "/" else { return refuse(.notFound) }
        guard mayEnter(connection, request) else { return }
        guard request["upgrade"] != nil else { return refuse(.upgradeRequired) }
        guard let accept = request.webSocketAccept,
            let subprotocol = Self.subprotocols.first(where: { request.lists($0, in: "sec-websocket-protocol") })
        else { return refuse(.badRequest) }
        guard connections.clients.count < Self.maxClients else { return refuse(.unavailable) }
        let answer = HTTPAnswer.switching(accept, subprotocol: subprotocol)
        guard let client = connections.makeClient(connection, answer: answer) else { return }
        subscriptions[client] = FoxgloveSubscriptions()
        connection.send(FoxgloveMessage.serverInfo(name: name, session: session))
        connection.send(FoxgloveMessage.advertise(channels, from: 1))
        if ping?.deadline == nil { ping?.arm(at: Monotonic.now() + Self.pingInterval) }
    }

    /// Whether a request shows the right token; it is answered if not.
    private func mayEnter(_ connection: Connection, _ request: HTTPRequest) -> Bool {
        guard let token, let now = connection.refusesToken(request, token) else { return true }
        if sources.tokenWasWrong(connection.source, at: now) {
            delegate?.noticed(
                "a wrong token was sent to Foxglove's address from \(connection.source) and refused: open the address "
                    + "that was printed, or find out who that is")
        }
        return false
    }
}
