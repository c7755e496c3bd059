/// What happens on a connection to a broker.
public enum MQTTEvent: Equatable, Sendable {
    /// The broker has accepted the client.
    case connected
    /// The connection is over, or never came about; and why. Nothing follows.
    case closed(String, isRefusal: Bool)
    /// The broker has acknowledged a message: the number that `publish` gave.
    case acknowledged(Int32)
    /// The broker has refused a message: the number that `publish` gave, and why. Only MQTT 5 has that.
    case refused(Int32, MessageRefusal)
    /// The broker has answered a subscription: whether it grants it.
    case subscribed(Bool)
    /// A message from anybody: its topic, payload, and whether the broker had kept it.
    case message(String, [UInt8], isRetained: Bool)
}

/// Why a broker has refused a message.
public struct MessageRefusal: Equatable, Sendable, CustomStringConvertible {
    /// Whether the broker's rules do not let this user publish to the topic.
    public let isOfRights: Bool
    /// The broker's reason.
    public let description: String
}

extension MQTTEvent {
    /// A broker's answer to a message.
    /// - Parameter reason: that of a PUBACK of MQTT 5, or 0.
    init(_ number: Int32, reason: CInt) {
        self =
            reason < 128
            ? .acknowledged(number)
            : .refused(
                number,
                MessageRefusal(
                    isOfRights: reason == MQTTFailure.notAuthorized, description: MQTTFailure.text(message: reason)))
    }
}
