/// Where a link stands.
public enum PeripheralState: Equatable, Sendable {
    /// Something that is not the shield is missing; what, in words.
    case waiting(what: String)
    /// Listening for the shield.
    case scanning
    /// It was found, or is known, and is being connected to.
    case connecting(Peripheral)
    /// Commands can go; `takenOver` when it was connected before this program came.
    case up(Peripheral, LinkFacts, takenOver: Bool)
    /// It was up and is no more.
    case lost(reason: String)
}
