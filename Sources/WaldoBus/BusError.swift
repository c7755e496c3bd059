/// A failure on the message bus.
public enum BusError: Error, Equatable, Sendable {
    /// The bus cannot be reached at its address.
    case cannotConnect(address: String, reason: String)
    /// The connection was closed, by this program or by the bus.
    case disconnected
    /// The call was not answered in time.
    case timedOut(call: String)
    /// The service answered with an error of this D-Bus name.
    case remote(name: String, message: String)
    /// The answer does not have the signature that the call requires.
    case malformed(call: String, signature: String)
    /// The text is not a valid D-Bus name, path or interface.
    case invalidName(String)
}

extension BusError: CustomStringConvertible {
    /// One sentence: what is wrong, why, and what to do.
    public var description: String {
        switch self {
        case .cannotConnect(let address, let reason):
            "the message bus at \(address) cannot be reached (\(reason)): start it (sudo systemctl start dbus), "
                + "or set DBUS_SYSTEM_BUS_ADDRESS"
        case .disconnected: "the message bus has closed the connection: see whether dbus-daemon is running"
        case .timedOut(let call): "\(call) was not answered in time: see whether the service behind it hangs"
        case .remote(let name, let message): "the answer was \(name)\(message.isEmpty ? "" : " (\(message))")"
        case .malformed(let call, let signature):
            "\(call) was answered with an unknown form (\(signature)): the service is of a version not known here"
        case .invalidName(let name): "\(name) is no name that the message bus allows: use another"
        }
    }
}
