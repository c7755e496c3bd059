import WaldoCore

/// What a Foxglove server sends: JSON texts, and the binary messages of channels.
enum FoxgloveMessage {
    /// How grave a status is.
    enum Level: Int { case info, warning, error }

    /// The opcode of a channel's message.
    private static let messageData: UInt8 = 1

    /// Who the server is; it offers nothing that a client could send to.
    static func serverInfo(name: String, session: String) -> [UInt8] {
        message("serverInfo") { json in
            json.add("name", whole: name)
            json.add("capabilities", [] as [String])
            json.add("supportedEncodings", [] as [String])
            json.add("metadata", JSONObject())
            json.add("sessionId", whole: session)
        }
    }

    /// Channels that can be subscribed to, numbered from `first`.
    static func advertise(_ channels: some Collection<FoxgloveChannel>, from first: Int) -> [UInt8] {
        message("advertise") { json in
            json.add("channels", channels.enumerated().map { $0.element.json(id: first + $0.offset) })
        }
    }

    /// A sentence for the user of the client; a newer one of the same `id` takes its place.
    static func status(_ level: Level, _ sentence: String, id: String) -> [UInt8] {
        message("status") { json in
            json.add("level", level.rawValue)
            json.add("message", whole: sentence)
            json.add("id", whole: id)
        }
    }

    /// A message of a channel.
    /// - Parameter time: in nanoseconds since 1970.
    static func data(subscription: UInt32, time: UInt64, _ payload: [UInt8]) -> [UInt8] {
        var bytes = [messageData]
        bytes.reserveCapacity(13 + payload.count)
        withUnsafeBytes(of: subscription.littleEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: time.littleEndian) { bytes.append(contentsOf: $0) }
        bytes += payload
        return WebSocketFrame.bytes(.binary, bytes)
    }

    private static func message(_ operation: String, _ fields: (inout JSONObject) -> Void) -> [UInt8] {
        var json = JSONObject()
        json.add("op", operation)
        fields(&json)
        return WebSocketFrame.bytes(.text, json.finish())
    }
}
