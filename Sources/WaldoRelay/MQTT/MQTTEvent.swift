/// What happens on a connection to a broker.
public enum MQTTEvent: Equatable, Sendable {
    /// The broker has accepted the client.
    case connected
    /// The connection is over, or never came about; and why. Nothing follows.
    case closed(String, isRefusal: Bool)
    /// The broker has a message: the number that `publish` gave.
    case taken(Int32)
    /// The broker has answered a subscription: whether it grants it.
    case subscribed(Bool)
    /// A message from anybody: its topic, payload, and whether the broker had kept it.
    case message(String, [UInt8], isRetained: Bool)
}
