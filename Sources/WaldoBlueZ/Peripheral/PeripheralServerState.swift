/// The state of a peripheral that this machine is.
public enum PeripheralServerState: Equatable, Sendable {
    /// Waiting, for the reason given in words.
    case waiting(what: String)
    /// It advertises, and its services are there: on the adapter of this name and address.
    case advertising(adapter: String, address: String)
    /// It did, and does so again as soon as that is possible.
    case lost(reason: String)
}
