import WaldoLoop
import WaldoTime

/// Parses what a Foxglove client sends, within its limits. Pure; the time is passed in.
struct FoxgloveInbox: WebInbox {
    /// Messages that a client may send in a second: it subscribes, and answers a ping now and then.
    static let messagesASecond = 100
    /// Length of the longest message, in bytes: subscriptions to several hundred channels.
    static let longest = 16_384

    /// What is shown waits for what drives.
    static var priority: EventLoop.Priority { .other }

    static func isAct(_ message: FoxgloveRequest) -> Bool { true }

    private(set) var secondBegan: Instant
    private(set) var messagesInSecond: Int
    private var bytes: [UInt8] = []
    private var isRefused = false

    init(spent: Int, at now: Instant) { (secondBegan, messagesInSecond) = (now, spent) }

    mutating func refuse() { isRefused = true }

    mutating func receive(
        _ piece: some Collection<UInt8>, at now: Instant, _ body: (WebItem<FoxgloveRequest>) -> Void
    ) {
        bytes += piece
        var start = 0
        while !isRefused {
            switch WebSocketFrame.read(bytes, from: start, longest: Self.longest, takesBinary: true) {
            case .incomplete:
                bytes.removeFirst(start)
                return
            case .refused(let reason): refuse(reason, body)
            case .whole(let frame, let length):
                start += length
                receive(frame, now, body)
            }
        }
        bytes = []
    }

    private mutating func receive(
        _ frame: WebSocketFrame, _ now: Instant, _ body: (WebItem<FoxgloveRequest>) -> Void
    ) {
        if now - secondBegan >= .seconds(1) { (secondBegan, messagesInSecond) = (now, 0) }
        messagesInSecond += 1
        guard messagesInSecond <= Self.messagesASecond else { return refuse(.forbidden, body) }
        switch frame.kind {
        case .text: body(.message(FoxgloveRequest(text: frame.payload)))
        case .binary: body(.message(FoxgloveRequest(binary: frame.payload)))
        case .ping: body(.ping(frame.payload))
        case .pong: body(.life)
        case .close: refuse(.leaving, body)
        }
    }

    private mutating func refuse(_ reason: WebSocketFrame.CloseReason, _ body: (WebItem<FoxgloveRequest>) -> Void) {
        if !isRefused { body(.refused(reason)) }
        isRefused = true
    }
}
