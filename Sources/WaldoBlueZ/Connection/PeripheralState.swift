/// The state of a link.
public enum PeripheralState: Equatable, Sendable {
    /// Waiting, for the reason given in words.
    case waiting(what: String)
    /// Scanning for the shield.
    case scanning
    /// Connecting to the shield, which was found or is known.
    case connecting(Peripheral)
    /// Ready for commands; `takenOver` if the shield was connected before this program connected to it.
    case up(Peripheral, LinkFacts, takenOver: Bool)
    /// The link was up and is lost.
    case lost(reason: String)
}
