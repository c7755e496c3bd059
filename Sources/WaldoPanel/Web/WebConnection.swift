import Glibc
import WaldoLoop
import WaldoTime

/// One connection: an HTTP request, and after a WebSocket handshake the messages of a client, such as a page of the
/// panel. Never blocks.
@LoopActor
final class WebConnection<Inbox: WebInbox> {
    let peer: PeerAddress
    /// Whose connection it is for limits: the peer's, or that for which a proxy has opened it.
    var source: PanelSource
    let socket: OwnedDescriptor
    weak var connections: WebConnections<Inbox>?
    private var watch: FileWatch?
    var input: [UInt8] = []
    private var output: [UInt8] = []
    /// Whether the connection was refused or answered; from then on only stops are handled.
    var isLeaving = false
    /// Whether an answer is being made: nothing more is read of the request's connection.
    var isDue = false
    /// The refusal that is sent at the deadline; nil: the connection is closed then.
    private var refusal: [UInt8]?
    var leftToRead = WebLimits.leaveBytes
    /// The client's incoming messages, once the connection has one.
    var inbox: Inbox?
    /// The client's number, until it is refused or gone.
    private(set) var viewer: Int?
    /// When the connection was opened, or when its client last sent anything except a keep-alive.
    var acted: Instant
    /// When the connection is closed unless something arrives before.
    var deadline: Instant

    init(
        _ socket: consuming OwnedDescriptor, from peer: PeerAddress, at now: Instant,
        of connections: WebConnections<Inbox>
    ) throws(SystemFailure) {
        self.socket = socket
        self.peer = peer
        source = peer.source
        self.connections = connections
        acted = now
        deadline = now + WebLimits.requestTime
        watch = try FileWatch(self.socket.number, for: .readable, priority: Inbox.priority, of: self) { $0.ready($1) }
    }

    /// Whether all output has been sent, so that the next state is worth composing.
    var isDrained: Bool { output.isEmpty }

    /// Bytes that the other side has not taken yet, without those that the kernel holds.
    var queued: Int { output.count }

    /// Whether the answer has been sent completely and only the peer's close is outstanding.
    var hasSentAll: Bool { isLeaving && isDrained }

    var isOpen: Bool { watch != nil }

    /// Whether a refusal waits for its time.
    var isRefused: Bool { refusal != nil }

    /// Turns the connection into a client's.
    /// - Parameters:
    ///   - number: the client's number.
    ///   - spent: messages that the same source has already sent in the current second.
    func becomeClient(_ number: Int, spent: Int, at now: Instant) {
        (viewer, acted, deadline) = (number, now, now + WebLimits.lifeTime)
        // What the kernel takes is on its way for as long as it lies there: samples must not keep a state waiting.
        var size = WebLimits.clientBuffer
        setsockopt(socket.number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
        inbox = Inbox(spent: spent, at: now)
    }

    /// The answer comes later: nothing of the connection is read until then.
    func awaitAnswer() { isDue = true }

    /// Sends an answer at a time to come, and closes. Nothing of the connection is read until then.
    func refuse(_ answer: [UInt8], at time: Instant) {
        guard isOpen, !isLeaving else { return }
        (isDue, refusal, deadline) = (true, answer, time)
        connections?.ended(self)
    }

    /// The deadline has come.
    func expire() {
        guard let refusal else { return close() }
        self.refusal = nil
        deadline = Monotonic.now() + WebLimits.requestTime
        send(refusal, thenClose: true)
    }

    func send(_ bytes: [UInt8], thenClose: Bool = false) {
        guard isOpen, !isLeaving else { return }
        guard output.count + bytes.count <= (thenClose ? WebLimits.longestAnswer : WebLimits.longestOutput) else {
            return close()
        }
        output += bytes
        isLeaving = thenClose
        flush()
    }

    /// Sends the reason and closes. A stop that still arrives is handled.
    func refuse(_ reason: WebSocketFrame.CloseReason) {
        inbox?.refuse()
        send(
            WebSocketFrame.bytes(.close, [UInt8(reason.rawValue >> 8), UInt8(reason.rawValue & 0xff)]), thenClose: true)
        // The client's loss is reported now, not after the peer has read the reason.
        clientLeaves()
    }

    /// Makes way for another connection.
    func evict() {
        if viewer != nil { refuse(.evicted) } else { close() }
    }

    func close() {
        guard let watch else { return }
        self.watch = nil
        watch.cancel()
        shutdown(socket.number, CInt(SHUT_RDWR))
        clientLeaves()
        connections?.ended(self)
    }

    private func clientLeaves() {
        guard let viewer else { return }
        self.viewer = nil
        connections?.server?.left(self, viewer)
    }

    // MARK: writing

    func flush() {
        while !output.isEmpty {
            let count = output.withUnsafeBytes {
                Glibc.send(socket.number, $0.baseAddress!, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                watch?.wait(for: [.readable, .writable])
                return
            }
            guard count > 0 else {
                // The peer is gone. Its last messages are read first; the hang-up event that follows closes the
                // connection.
                output = []
                break
            }
            output.removeFirst(count)
            // The time is extended while the client reads.
            if isLeaving { deadline = max(deadline, Monotonic.now() + WebLimits.requestTime) }
        }
        watch?.wait(for: .readable)
        guard isLeaving else { return }
        // The peer should close now; if it does not, the deadline closes the connection.
        shutdown(socket.number, CInt(SHUT_WR))
        deadline = min(deadline, Monotonic.now() + WebLimits.leaveTime)
        connections?.ended(self)
    }
}
