internal import WaldoCore

/// What a page sends, taken apart: messages within their limit, and every stop. Pure; the time is handed in.
///
/// Stops that come in one piece are one, unless they stand on both sides of a resume. No limit drops one: after a page
/// has been refused its stops are heard all the same, as long as its frames can be told apart.
struct PanelInbox {
    enum Item: Equatable {
        /// A message that counts.
        case message(PanelMessage)
        /// The page asks for an answer with these bytes.
        case ping([UInt8])
        /// It lives.
        case life
        /// It is to be refused; said once.
        case refused(WebSocketFrame.CloseReason)
    }

    /// The second in which messages are counted, and those of it.
    private(set) var secondBegan: Microseconds
    private(set) var messagesInSecond: Int
    private var bytes: [UInt8] = []
    private var isRefused = false
    private var isBroken = false
    private var stopIsTaken = false

    /// An inbox of a page whose source has sent so many messages in this second before.
    init(spent: Int, at now: Microseconds) { (secondBegan, messagesInSecond) = (now, spent) }

    /// From now on only stops count.
    mutating func refuse() { isRefused = true }

    /// Takes a piece apart.
    mutating func take(_ piece: some Collection<UInt8>, at now: Microseconds, _ body: (Item) -> Void) {
        bytes += piece
        stopIsTaken = false
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
                take(frame, now, body)
            }
        }
        bytes = []
    }

    private mutating func take(_ frame: WebSocketFrame, _ now: Microseconds, _ body: (Item) -> Void) {
        let message = frame.kind == .text ? PanelMessage(frame.payload) : nil
        let isNewStop = message == .stop && !stopIsTaken
        if isNewStop {
            stopIsTaken = true
            body(.message(.stop))
        }
        guard !isRefused else { return }
        if now - secondBegan >= .seconds(1) { (secondBegan, messagesInSecond) = (now, 0) }
        messagesInSecond += 1
        guard messagesInSecond <= PanelSources.messagesASecond else { return refuse(.forbidden, body) }
        switch (frame.kind, message) {
        case (.text, nil): refuse(.broken, body)
        case (.text, let message?):
            if message == .resume { stopIsTaken = false }
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
