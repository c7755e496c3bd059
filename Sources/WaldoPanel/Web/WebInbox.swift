import WaldoLoop
import WaldoTime

/// Parses what a WebSocket's client sends, within its limits. Pure; the time is passed in.
protocol WebInbox {
    /// What a client says.
    associatedtype Message

    /// With which priority the loop reads what it sends.
    static var priority: EventLoop.Priority { get }

    /// Whether a message shows that somebody is at the client; a keep-alive does not.
    static func isAct(_ message: Message) -> Bool

    /// Start of the second in which messages are counted, and their number.
    var secondBegan: Instant { get }
    var messagesInSecond: Int { get }

    /// Creates a client's inbox.
    /// - Parameter spent: messages that the same source has already sent in the current second.
    init(spent: Int, at now: Instant)

    /// From now on, only what no limit may drop is handled.
    mutating func refuse()

    /// Parses a piece of input and passes each item to `body`.
    mutating func receive(_ piece: some Collection<UInt8>, at now: Instant, _ body: (WebItem<Message>) -> Void)
}

/// What a client has sent.
enum WebItem<Message> {
    /// A message to be handled.
    case message(Message)
    /// A ping, which is answered with these bytes.
    case ping([UInt8])
    /// A sign of life without further meaning.
    case life
    /// The client must be refused; reported once.
    case refused(WebSocketFrame.CloseReason)
}

extension WebItem: Equatable where Message: Equatable {}
