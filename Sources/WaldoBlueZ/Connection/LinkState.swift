/// The state of a link, with what is known of one that is up.
public enum LinkState<Facts: Equatable & Sendable>: Equatable, Sendable {
    /// Waiting, for the reason given in words.
    case waiting(what: String)
    /// Scanning for the peripheral.
    case scanning
    /// Connecting to the peripheral, which was found or is known.
    case connecting(Peripheral)
    /// A shield accepts commands; a sensor delivers notifications.
    case up(Peripheral, Facts)
    /// The link was up and is lost; it is made again as soon as that is possible.
    case lost(reason: String)
}
