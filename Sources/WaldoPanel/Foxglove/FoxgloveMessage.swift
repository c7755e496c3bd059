internal import WaldoCore

/// What a Foxglove server sends: JSON texts, and the binary messages of channels.
enum FoxgloveMessage {
    /// How grave a status is.
    enum Level: Int { case info, warning, error }

    /// The opcode of a channel's message.
    private static let messageData: UInt8 = 1

    /// Who the server is; it offers nothing that a client could send to.
    static func serverInfo(name: String, session: String) -> [UInt8] {
        text(
            """
            {"op":"serverInfo","name":\(JSONQuoting.text(name)),"capabilities":[],"supportedEncodings":[],"metadata":{},\
            "sessionId":\(JSONQuoting.text(session))}
            """)
    }

    /// Channels that can be subscribed to, numbered from `first`.
    static func advertise(_ channels: some Collection<FoxgloveChannel>, from first: Int) -> [UInt8] {
        let list = channels.enumerated().map { $0.element.text(id: first + $0.offset) }.joined(separator: ",")
        return text(#"{"op":"advertise","channels":[\#(list)]}"#)
    }

    /// A sentence for the user of the client; a newer one of the same `id` takes its place.
    static func status(_ level: Level, _ sentence: String, id: String) -> [UInt8] {
        text(
            """
            {"op":"status","level":\(level.rawValue),"message":\(JSONQuoting.text(sentence)),"id":\(JSONQuoting.text(id))}
            """)
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

    private static func text(_ json: String) -> [UInt8] { WebSocketFrame.bytes(.text, Array(json.utf8)) }
}
