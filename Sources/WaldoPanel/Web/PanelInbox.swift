import WaldoLoop
import WaldoTime

/// Parses what a page sends: messages within their rate limit, and every stop. Pure; the time is passed in.
///
/// Stops in one piece of input count as one, unless a resume lies between them, or STOP was let go of. No limit drops a
/// stop: even after a page has been refused its stops are handled, as long as its frames can be parsed.
struct PanelInbox: WebInbox {
    typealias Item = WebItem<PanelMessage>

    /// Fingers are an input, so they are read with the priority of one.
    static var priority: EventLoop.Priority { .input }

    static func isAct(_ message: PanelMessage) -> Bool { message != .beat }

    /// Start of the second in which messages are counted, and their number.
    private(set) var secondBegan: Instant
    private(set) var messagesInSecond: Int
    private var bytes: [UInt8] = []
    private var isRefused = false
    private var isBroken = false
    private var stopWasPassed = false

    /// Creates a page's inbox.
    /// - Parameter spent: messages that the same source has already sent in the current second.
    init(spent: Int, at now: Instant) { (secondBegan, messagesInSecond) = (now, spent) }

    /// From now on, only stops are handled.
    mutating func refuse() { isRefused = true }

    /// Parses a piece of input and passes each item to `body`.
    mutating func receive(_ piece: some Collection<UInt8>, at now: Instant, _ body: (Item) -> Void) {
        bytes += piece
        stopWasPassed = false
        var start = 0
        while !isBroken {
            switch WebSocketFrame.read(bytes, from: start) {
            case .incomplete:
                bytes.removeFirst(start)
                return
            case .refused(let reason):
                isBroken = true
                refuse(reason, body)
            case .whole(let frame, let length):
                start += length
                receive(frame, now, body)
            }
        }
        bytes = []
    }

    private mutating func receive(_ frame: WebSocketFrame, _ now: Instant, _ body: (Item) -> Void) {
        let message = frame.kind == .text ? PanelMessage(frame.payload) : nil
        let isNewStop = message == .stop && !stopWasPassed
        if isNewStop {
            stopWasPassed = true
            body(.message(.stop))
        }
        guard !isRefused else { return }
        if now - secondBegan >= .seconds(1) { (secondBegan, messagesInSecond) = (now, 0) }
        messagesInSecond += 1
        guard messagesInSecond <= PanelSources.messagesASecond else { return refuse(.forbidden, body) }
        switch (frame.kind, message) {
        case (.text, nil), (.binary, _): refuse(.broken, body)
        case (.text, let message?):
            if message == .resume || message == .stopReleased { stopWasPassed = false }
            if !isNewStop { body(message == .stop ? .life : .message(message)) }
        case (.ping, _): body(.ping(frame.payload))
        case (.pong, _): body(.life)
        case (.close, _):
            isBroken = true
            refuse(.leaving, body)
        }
    }

    private mutating func refuse(_ reason: WebSocketFrame.CloseReason, _ body: (Item) -> Void) {
        if !isRefused { body(.refused(reason)) }
        isRefused = true
    }
}
