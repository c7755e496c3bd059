/// What can go wrong on the message bus.
public enum BusError: Error, Equatable, Sendable {
    /// Nothing answers at the bus's address.
    case cannotConnect(address: String, reason: String)
    /// The connection was closed, by us or by the bus.
    case disconnected
    /// No answer came in time.
    case timedOut(call: String)
    /// The other side answered with an error of this D-Bus name.
    case remote(name: String, message: String)
    /// The answer has not the form that the call promises.
    case malformed(call: String, signature: String)
    /// A name, path or interface that the bus does not allow.
    case invalidName(String)
}

extension BusError: CustomStringConvertible {
    /// One sentence: the thing, the cause and the mend.
    public var description: String {
        switch self {
        case .cannotConnect(let address, let reason):
            "the message bus at \(address) cannot be reached (\(reason)): start dbus-daemon, "
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
