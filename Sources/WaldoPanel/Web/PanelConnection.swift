internal import Glibc
internal import WaldoLoop
internal import WaldoTime

/// One browser's connection: an HTTP request, and after a WebSocket handshake the messages of a page. Never blocks.
@LoopActor
final class PanelConnection {
    /// Callbacks of a connection.
    struct Events {
        var request: @LoopActor (PanelConnection, HTTPRequest) -> Void
        /// A message from the page; a stop is passed on even after the page was refused.
        var message: @LoopActor (PanelConnection, PanelMessage) -> Void
        /// The connection's page, with this viewer number, is gone.
        var left: @LoopActor (PanelConnection, Int) -> Void
        /// The connection is closed, or everything has been sent and it will be closed.
        var ended: @LoopActor (PanelConnection) -> Void
    }

    /// Most bytes queued for a slow reader: the page itself, or a few states; and what a page has asked for at once.
    nonisolated static let longestOutput = 1 << 18, longestAnswer = 5 << 20
    /// What the kernel may keep of what is sent to a page, in bytes, which it doubles.
    private static let pageBuffer: CInt = 32_768
    /// How long a request may take to arrive, and how long a page may send nothing.
    private static let requestTime: TimeSpan = .seconds(5), lifeTime: TimeSpan = .seconds(20)
    /// How long, and for how many bytes, an answered peer may take to close the connection. If it were closed here at
    /// once, the kernel would discard the answer when more input arrives.
    private static let leaveTime: TimeSpan = .seconds(1), leaveBytes = 1 << 18

    let source: PanelSource
    private let socket: OwnedDescriptor
    private let events: Events
    private var watch: FileWatch?
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    /// Whether the connection was refused or answered; from then on only stops are handled.
    private var isLeaving = false
    /// Whether an answer is being made: nothing more is read of the request's connection.
    private var isDue = false
    private var leftToRead = PanelConnection.leaveBytes
    /// The page's incoming messages, once the connection belongs to a page.
    private(set) var inbox: PanelInbox?
    /// The page's viewer number, until it is refused or gone.
    private(set) var viewer: Int?
    /// When the connection was opened, or when its page last sent anything except a keep-alive.
    private(set) var acted: Instant
    /// When the connection is closed unless something arrives before.
    private(set) var deadline: Instant

    init(
        _ socket: consuming OwnedDescriptor, from source: PanelSource, at now: Instant, _ events: Events
    ) throws(SystemFailure) {
        self.socket = socket
        self.source = source
        self.events = events
        acted = now
        deadline = now + Self.requestTime
        // Fingers are an input, so they are read with the priority of one.
        watch = try FileWatch(self.socket.number, for: .readable, priority: .input) { [unowned self] in ready($0) }
    }

    /// Whether all output has been sent, so that the next state is worth composing.
    var isDrained: Bool { output.isEmpty }

    /// Whether the answer has been sent completely and only the peer's close is outstanding.
    var hasSentAll: Bool { isLeaving && isDrained }

    var isOpen: Bool { watch != nil }

    /// Turns the connection into a page's.
    /// - Parameters:
    ///   - number: the viewer number.
    ///   - spent: messages that the same source has already sent in the current second.
    func becomePage(_ number: Int, spent: Int, at now: Instant) {
        (viewer, acted, deadline) = (number, now, now + Self.lifeTime)
        // What the kernel takes is on its way for as long as it lies there: samples must not keep a state waiting.
        var size = Self.pageBuffer
        setsockopt(socket.number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
        inbox = PanelInbox(spent: spent, at: now)
    }

    /// The answer comes later: nothing of the connection is read until then.
    func awaitAnswer() { isDue = true }

    func send(_ bytes: [UInt8], thenClose: Bool = false) {
        guard isOpen, !isLeaving else { return }
        guard output.count + bytes.count <= (thenClose ? Self.longestAnswer : Self.longestOutput) else {
            return close()
        }
        output += bytes
        isLeaving = thenClose
        flush()
    }

    /// Sends the reason and closes. A stop that still arrives is handled.
    private func refuse(_ reason: WebSocketFrame.CloseReason) {
        inbox?.refuse()
        send(
            WebSocketFrame.bytes(.close, [UInt8(reason.rawValue >> 8), UInt8(reason.rawValue & 0xff)]), thenClose: true)
        // The page's loss is reported now, not after the peer has read the reason.
        pageLeaves()
    }

    /// Makes way for another connection.
    func giveWay() {
        if viewer != nil { refuse(.gaveWay) } else { close() }
    }

    func close() {
        guard let watch else { return }
        self.watch = nil
        watch.cancel()
        shutdown(socket.number, CInt(SHUT_RDWR))
        pageLeaves()
        events.ended(self)
    }

    private func pageLeaves() {
        guard let viewer else { return }
        self.viewer = nil
        events.left(self, viewer)
    }

    // MARK: reading

    /// Reads what has arrived already.
    func look() { ready(.readable) }

    private func ready(_ readiness: Readiness) {
        let isEnding = !readiness.isDisjoint(with: [.hangup, .error])
        if isEnding || readiness.contains(.readable) {
            // Everything sent before the end must be read: it may contain a stop.
            while read(), isEnding {}
        }
        if isEnding { return close() }
        if isOpen, readiness.contains(.writable) { flush() }
    }

    /// Reads once and handles the bytes.
    /// - Returns: whether there was anything to read.
    private func read() -> Bool {
        guard isOpen else { return false }
        var bytes = [UInt8](repeating: 0, count: isLeaving ? Self.leaveBytes / 16 : HTTPRequest.longest)
        let count = Glibc.read(socket.number, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        if isLeaving { leftToRead -= count }
        guard count > 0, leftToRead > 0 else {
            close()
            return false
        }
        let now = Monotonic.now()
        if inbox != nil {
            receive(bytes[..<count], now)
        } else if !isLeaving, !isDue {
            input += bytes[..<count]
            readRequest(now)
        }
        return true
    }

    private func readRequest(_ now: Instant) {
        switch HTTPRequest.read(input) {
        case .incomplete: break
        case .refused(let status): send(HTTPAnswer.bytes(status), thenClose: true)
        case .whole(let request, let length):
            let rest = input[length...]
            input = []
            events.request(self, request)
            if inbox != nil { receive(rest, now) }
        }
    }

    private func receive(_ piece: ArraySlice<UInt8>, _ now: Instant) {
        var items: [PanelInbox.Item] = []
        inbox?.receive(piece, at: now) { items.append($0) }
        for item in items {
            if !isLeaving { deadline = now + Self.lifeTime }
            switch item {
            case .message(let message):
                if message != .beat { acted = now }
                events.message(self, message)
            case .ping(let payload): send(WebSocketFrame.bytes(.pong, payload))
            case .life: break
            case .refused(let reason): refuse(reason)
            }
        }
    }

    // MARK: writing

    private func flush() {
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
            // An answer takes as long as it takes, as long as it is taken.
            if isLeaving { deadline = max(deadline, Monotonic.now() + Self.requestTime) }
        }
        watch?.wait(for: .readable)
        guard isLeaving else { return }
        // The peer should close now; if it does not, the deadline closes the connection.
        shutdown(socket.number, CInt(SHUT_WR))
        deadline = min(deadline, Monotonic.now() + Self.leaveTime)
        events.ended(self)
    }
}
