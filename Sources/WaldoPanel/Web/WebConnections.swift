import WaldoLoop
import WaldoTime

/// The server of a `WebConnections`: what happens on its connections.
@LoopActor
protocol WebServer<Inbox>: AnyObject {
    associatedtype Inbox: WebInbox
    func answer(_ connection: WebConnection<Inbox>, _ request: HTTPRequest)
    /// A message from a client; a stop is passed on even after a page was refused.
    func received(_ connection: WebConnection<Inbox>, _ message: Inbox.Message)
    /// A connection's client, with this number, is gone.
    func left(_ connection: WebConnection<Inbox>, _ client: Int)
    /// No descriptors are left; reported once.
    func isOut()
}

/// The connections of a server: accepts them, keeps the number of those that are no client's in bounds, and closes
/// those that are silent.
@LoopActor
final class WebConnections<Inbox: WebInbox>: PanelListenerDelegate {
    weak var server: (any WebServer<Inbox>)?
    private var listener: PanelListener?
    private var timer: LoopTimer?
    private var lackIsReported = false
    private var lastNumber = 0
    private(set) var all: [WebConnection<Inbox>] = []
    /// Where it listens, with the port that the system chose if it was 0.
    private(set) var address: PanelAddress
    /// The clients that never make way for another.
    var staying: Set<Int> = []

    /// Starts to listen.
    /// - Throws: EADDRINUSE if the port is taken, EADDRNOTAVAIL for an address of another machine.
    init(_ address: PanelAddress) throws(SystemFailure) {
        let listener = try PanelListener(address)
        self.address = address
        listener.delegate = self
        self.listener = listener
        self.address.port = listener.port
        timer = LoopTimer(of: self) { $0.closeSilent(at: $1) }
    }

    /// Those that are a client's.
    var clients: [WebConnection<Inbox>] { all.filter { $0.viewer != nil } }

    /// Turns a connection whose handshake is right into a client's.
    /// - Parameters:
    ///   - answer: the response to the handshake.
    ///   - spent: messages that the same source has already sent in the current second.
    /// - Returns: the client's number; nil: it is gone already.
    func makeClient(_ connection: WebConnection<Inbox>, answer: [UInt8], spent: Int = 0) -> Int? {
        lastNumber += 1
        connection.send(answer)
        guard connection.isOpen else { return nil }
        connection.becomeClient(lastNumber, spent: spent, at: Monotonic.now())
        return lastNumber
    }

    /// If all places are taken, closes the connection that has been idle longest, so that idle ones keep nobody out.
    /// - Returns: whether there is room.
    @discardableResult
    func makeRoom(_ places: PanelPlaces, for source: PanelSource, among holders: [WebConnection<Inbox>]) -> Bool {
        let admission = places.admit(
            source,
            among: holders.map {
                .init(
                    source: $0.source, acted: $0.acted, stays: $0.viewer.map(staying.contains) ?? false,
                    isRefused: $0.isRefused)
            })
        if case .evicting(let index) = admission { holders[index].evict() }
        return admission != .refused
    }

    /// Closes the listening socket and all connections.
    func close() {
        listener?.close()
        listener = nil
        timer?.cancel()
        timer = nil
        for connection in all { connection.close() }
    }

    func accept(_ descriptor: consuming OwnedDescriptor, _ peer: PeerAddress, _ now: Instant) {
        makeRoom(.guests, for: peer.source, among: all.filter { $0.viewer == nil && !$0.hasSentAll })
        guard let connection = try? WebConnection<Inbox>(descriptor, from: peer, at: now, of: self) else { return }
        all.append(connection)
        armTimer()
        // Read what has arrived already, before another connection can replace this one.
        connection.poll()
    }

    /// Out of descriptors: closes a connection that is no client's, so that the next one may become one.
    func isOut() {
        all.first { $0.viewer == nil }?.close()
        guard !lackIsReported else { return }
        lackIsReported = true
        server?.isOut()
    }

    /// A connection is closed or will be: everything has been sent, or a refusal waits for its time.
    func ended(_ connection: WebConnection<Inbox>) {
        guard connection.isOpen else { return all.removeAll { $0 === connection } }
        let leaving = all.filter(\.hasSentAll)
        if leaving.count > WebLimits.maxLeaving { leaving[0].close() }
        armTimer()
    }

    private func closeSilent(at now: Instant) {
        for connection in all where connection.deadline <= now { connection.expire() }
        armTimer()
    }

    private func armTimer() {
        if let deadline = all.map(\.deadline).min() { timer?.arm(at: deadline) }
    }
}
