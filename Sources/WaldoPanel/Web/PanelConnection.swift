internal import Glibc
internal import WaldoCore
internal import WaldoLoop

/// One browser's connection: a request, and after its handshake the messages of a page. Never waits.
@LoopActor
final class PanelConnection {
    /// What it asks of the server, and tells it.
    struct Events {
        var request: @LoopActor (PanelConnection, HTTPRequest) -> Void
        /// A page's message; a stop also of one that has been refused.
        var message: @LoopActor (PanelConnection, PanelMessage) -> Void
        /// Its page, of this number, is gone.
        var left: @LoopActor (PanelConnection, Int) -> Void
        /// It is closed, or has said all and will be.
        var ended: @LoopActor (PanelConnection) -> Void
    }

    /// Bytes that may wait for a slow reader: the page itself, and then no more than a few states.
    nonisolated static let longestOutput = 1 << 18
    /// A request is to come within this time, and a page's sign of life.
    private static let requestTime: Microseconds = .seconds(5), lifeTime: Microseconds = .seconds(20)
    /// How long, and for how many bytes, who was answered may take to close: closed at once, the kernel would throw
    /// away the answer with what still comes.
    private static let leaveTime: Microseconds = .seconds(1), leaveBytes = 1 << 18

    let source: PanelSource
    private let socket: OwnedDescriptor
    private let events: Events
    private var watch: FileWatch?
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    /// It is refused or answered; nothing more is taken from it, but for stops.
    private var isLeaving = false
    private var leftToRead = PanelConnection.leaveBytes
    /// What its page says, once it is a page's.
    private(set) var inbox: PanelInbox?
    /// The page's number, until that is refused.
    private(set) var viewer: Int?
    /// When it came, or its page last said something but that it lives.
    private(set) var acted: Microseconds
    /// It is closed unless it is heard of before.
    private(set) var deadline: Microseconds

    init(
        _ socket: consuming OwnedDescriptor, from source: PanelSource, at now: Microseconds, _ events: Events
    ) throws(SystemFailure) {
        self.socket = socket
        self.source = source
        self.events = events
        acted = now
        deadline = now + Self.requestTime
        // Fingers are an input, and read as such.
        watch = try FileWatch(self.socket.number, for: .readable, priority: .input) { [unowned self] in ready($0) }
    }

    /// Whether everything has been sent, so that the next state is worth making.
    var isDrained: Bool { output.isEmpty }

    /// Whether it has been answered, and is only waited for to close.
    var hasSaidAll: Bool { isLeaving && isDrained }

    var isOpen: Bool { watch != nil }

    /// Becomes a page's, whose source has sent so many messages in this second before.
    func becomePage(_ number: Int, spent: Int, at now: Microseconds) {
        (viewer, acted, deadline) = (number, now, now + Self.lifeTime)
        inbox = PanelInbox(spent: spent, at: now)
    }

    func send(_ bytes: [UInt8], thenClose: Bool = false) {
        guard isOpen, !isLeaving else { return }
        guard output.count + bytes.count <= Self.longestOutput else { return close() }
        output += bytes
        isLeaving = thenClose
        flush()
    }

    /// Says why, and closes. A stop that still comes is heard.
    private func refuse(_ reason: WebSocketFrame.CloseReason) {
        inbox?.refuse()
        send(
            WebSocketFrame.bytes(.close, [UInt8(reason.rawValue >> 8), UInt8(reason.rawValue & 0xff)]), thenClose: true)
        // What is lost is told now, not when a reader has taken the reason.
        pageLeaves()
    }

    /// Gives its place to another.
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

    /// Serves what has come.
    func look() { ready(.readable) }

    private func ready(_ readiness: Readiness) {
        let isEnding = !readiness.isDisjoint(with: [.hangup, .error])
        if isEnding || readiness.contains(.readable) {
            // What was said before the end is still to be heard, all of it: it may be a stop.
            while read(), isEnding {}
        }
        if isEnding { return close() }
        if isOpen, readiness.contains(.writable) { flush() }
    }

    /// Tells whether there was something.
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
            take(bytes[..<count], now)
        } else if !isLeaving {
            input += bytes[..<count]
            readRequest(now)
        }
        return true
    }

    private func readRequest(_ now: Microseconds) {
        switch HTTPRequest.read(input) {
        case .incomplete: break
        case .refused(let status): send(HTTPAnswer.bytes(status), thenClose: true)
        case .whole(let request, let length):
            let rest = input[length...]
            input = []
            events.request(self, request)
            if inbox != nil { take(rest, now) }
        }
    }

    private func take(_ piece: ArraySlice<UInt8>, _ now: Microseconds) {
        var items: [PanelInbox.Item] = []
        inbox?.take(piece, at: now) { items.append($0) }
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
                // It has gone, and its last words come first: the hang-up that follows closes.
                output = []
                break
            }
            output.removeFirst(count)
        }
        watch?.wait(for: .readable)
        guard isLeaving else { return }
        // The reader closes in its turn; one that does not is closed when its time is over.
        shutdown(socket.number, CInt(SHUT_WR))
        deadline = min(deadline, Monotonic.now() + Self.leaveTime)
        events.ended(self)
    }
}
