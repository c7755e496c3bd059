import WaldoCore

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
    init(text: [UInt8]) {
        self = text.withUnsafeBytes { bytes in
            do throws(JSONFault) { return try Self.read(bytes) } catch { return .malformed }
        }
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) -> FoxgloveRequest {
        var cursor = JSONCursor(bytes)
        var op: String?, subscriptions: [Subscription]?, ids: [UInt32]?
        try cursor.object { (key, cursor) throws(JSONFault) in
            switch key {
            case "op" where op == nil: op = try cursor.string()
            case "subscriptions" where subscriptions == nil:
                var list: [Subscription] = []
                try cursor.list { (cursor) throws(JSONFault) in list.append(try subscription(&cursor)) }
                subscriptions = list
            case "subscriptionIds" where ids == nil:
                var list: [UInt32] = []
                try cursor.list { (cursor) throws(JSONFault) in list.append(try id(&cursor)) }
                ids = list
            case "op", "subscriptions", "subscriptionIds": throw cursor.fault("each key once")
            default: try cursor.skipValue()
            }
        }
        try cursor.end()
        switch (op, subscriptions, ids) {
        case ("subscribe", let subscriptions?, _): return .subscribe(subscriptions)
        case ("unsubscribe", _, let ids?): return .unsubscribe(ids)
        case ("subscribe", nil, _), ("unsubscribe", _, nil), (nil, _, _): return .malformed
        case (let op?, _, _): return .other(op)
        }
    }

    private static func subscription(_ cursor: inout JSONCursor) throws(JSONFault) -> Subscription {
        var id: UInt32?, channel: Double?
        try cursor.object { (key, cursor) throws(JSONFault) in
            switch key {
            case "id": id = try Self.id(&cursor)
            case "channelId": channel = try cursor.double()
            default: try cursor.skipValue()
            }
        }
        guard let id, let channel else { throw cursor.fault("`id` and `channelId`") }
        return Subscription(id: id, channel: Int(exactly: channel))
    }

    private static func id(_ cursor: inout JSONCursor) throws(JSONFault) -> UInt32 {
        guard let id = UInt32(exactly: try cursor.double()) else { throw cursor.fault("a number of 32 bits") }
        return id
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
