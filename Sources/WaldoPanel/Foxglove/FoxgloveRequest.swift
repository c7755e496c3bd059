/// What a Foxglove client asks for.
enum FoxgloveRequest: Equatable {
    /// A wanted channel, and the number by which its messages are to be sent.
    struct Subscription: Equatable {
        var id: UInt32
        /// The channel; nil: a number that no channel has.
        var channel: Int?
    }

    case subscribe([Subscription])
    case unsubscribe([UInt32])
    /// Something that a server which only reports does not do; its name.
    case other(String)
    /// No message of the protocol.
    case malformed

    /// Parses a text message.
    init(text: [UInt8]) { self = Self.read(text) ?? .malformed }

    private static func read(_ text: [UInt8]) -> FoxgloveRequest? {
        guard let object = FoxgloveJSON(text)?.object, case .string(let op)? = object["op"] else { return nil }
        switch op {
        case "subscribe":
            guard let list = object["subscriptions"]?.list else { return nil }
            let subscriptions = list.compactMap(subscription)
            return subscriptions.count == list.count ? .subscribe(subscriptions) : nil
        case "unsubscribe":
            guard let list = object["subscriptionIds"]?.list else { return nil }
            let ids = list.compactMap { $0.number.flatMap { UInt32(exactly: $0) } }
            return ids.count == list.count ? .unsubscribe(ids) : nil
        default: return .other(op)
        }
    }

    private static func subscription(_ item: FoxgloveJSON) -> Subscription? {
        guard let fields = item.object, let id = fields["id"]?.number, let channel = fields["channelId"]?.number,
            let id = UInt32(exactly: id)
        else { return nil }
        return Subscription(id: id, channel: Int(exactly: channel))
    }

    /// Parses a binary message: all of them bring something to a server.
    init(binary bytes: [UInt8]) {
        switch bytes.first {
        case 1: self = .other("a message")
        case 2: self = .other("a call of a service")
        case let opcode?: self = .other("the binary message \(opcode)")
        case nil: self = .malformed
        }
    }
}
