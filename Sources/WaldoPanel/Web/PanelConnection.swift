internal import Glibc
internal import WaldoCore
internal import WaldoLoop

/// One browser's connection: a request, and after its handshake the messages of a page. Never waits.
@LoopActor
final class PanelConnection {
    /// What it asks of the server, and tells it.
    struct Events {
        var request: @LoopActor (PanelConnection, HTTPRequest) -> Void
        var message: @LoopActor (PanelConnection, PanelMessage) -> Void
        var closed: @LoopActor (PanelConnection) -> Void
    }

    /// Bytes that may wait for a slow reader: the page itself, and then no more than a few states.
    private static let longestOutput = 1 << 18
    /// Messages that a page may send in a second. Two fingers make 250; what has waited in a network for some seconds comes at
    /// once, and the last of it may be a stop.
    private static let messagesASecond = 5_000
    /// A request is to come within this time, and a page's sign of life.
    private static let requestTime: Microseconds = .seconds(5), lifeTime: Microseconds = .seconds(20)

    private let socket: OwnedDescriptor
    private let events: Events
    private var watch: FileWatch?
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var closesWhenSent = false
    private var secondBegan: Microseconds = 0
    private var messagesInSecond = 0
    /// Its number, once it is a page's.
    var viewer: Int?
    /// It is closed unless it is heard of before.
    private(set) var deadline: Microseconds

    init(_ socket: consuming OwnedDescriptor, at now: Microseconds, _ events: Events) throws(SystemFailure) {
        self.socket = socket
        self.events = events
        deadline = now + Self.requestTime
        // Fingers are an input, and read as such.
        watch = try FileWatch(self.socket.number, for: .readable, priority: .input) { [unowned self] in ready($0) }
    }

    /// Whether everything has been sent, so that the next state is worth making.
    var isDrained: Bool { output.isEmpty }

    var isOpen: Bool { watch != nil }

    func send(_ bytes: [UInt8], thenClose: Bool = false) {
        guard isOpen, !closesWhenSent else { return }
        guard output.count + bytes.count <= Self.longestOutput else { return close() }
        output += bytes
        closesWhenSent = thenClose
        flush()
    }

    /// Says why, and closes.
    func refuse(_ reason: WebSocketFrame.CloseReason) {
        send(
            WebSocketFrame.bytes(.close, [UInt8(reason.rawValue >> 8), UInt8(reason.rawValue & 0xff)]), thenClose: true)
        // What is lost is told now, not when a reader has taken the reason.
        viewerLeaves()
    }

    func close() {
        guard let watch else { return }
        self.watch = nil
        watch.cancel()
        shutdown(socket.number, CInt(SHUT_RDWR))
        viewerLeaves()
        events.closed(self)
    }

    private func viewerLeaves() {
        guard viewer != nil else { return }
        events.closed(self)
        viewer = nil
    }

    // MARK: reading

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
        var bytes = [UInt8](repeating: 0, count: HTTPRequest.longest)
        let count = Glibc.read(socket.number, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        guard count > 0 else {
            close()
            return false
        }
        // Whoever was refused is no longer listened to.
        guard !closesWhenSent else { return true }
        input += bytes[..<count]
        let now = Monotonic.now()
        if viewer == nil { readRequest(now) } else { readFrames(now) }
        return true
    }

    private func readRequest(_ now: Microseconds) {
        switch HTTPRequest.read(input) {
        case .incomplete: break
        case .refused(let status): send(PanelServer.answer(status), thenClose: true)
        case .whole(let request, let length):
            input.removeFirst(length)
            events.request(self, request)
            if viewer != nil {
                deadline = now + Self.lifeTime
                readFrames(now)
            }
        }
    }

    private func readFrames(_ now: Microseconds) {
        var start = 0
        defer { if start > 0 { input.removeFirst(start) } }
        while isOpen, !closesWhenSent {
            switch WebSocketFrame.read(input, from: start) {
            case .incomplete: return
            case .refused(let reason): return refuse(reason)
            case .whole(let frame, let length):
                start += length
                deadline = now + Self.lifeTime
                guard isWithinRate(now) else { return refuse(.forbidden) }
                take(frame)
            }
        }
    }

    private func take(_ frame: WebSocketFrame) {
        switch frame.kind {
        case .text:
            guard let message = PanelMessage(frame.payload) else { return refuse(.broken) }
            events.message(self, message)
        case .ping: send(WebSocketFrame.bytes(.pong, frame.payload))
        case .pong: break
        case .close: refuse(.leaving)
        }
    }

    private func isWithinRate(_ now: Microseconds) -> Bool {
        if now - secondBegan >= .seconds(1) { (secondBegan, messagesInSecond) = (now, 0) }
        messagesInSecond += 1
        return messagesInSecond <= Self.messagesASecond
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
        // The reader closes in its turn; one that does not is closed when its time is over.
        if closesWhenSent { shutdown(socket.number, CInt(SHUT_WR)) }
    }
}
