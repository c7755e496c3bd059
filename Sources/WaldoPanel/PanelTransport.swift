/// What carries the commands of the drive that a page shows.
public enum PanelTransport: String, Sendable {
    /// A shield: a real arm moves.
    case shield
    /// Nothing: nothing is transmitted.
    case override
    /// A simulated arm.
    case simulated
}
