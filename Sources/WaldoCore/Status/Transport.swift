/// Where the commands of a drive go.
public enum Transport: String, Sendable, CaseIterable {
    /// Over the air to the arm's shield: a real arm moves.
    case shield
    /// Nowhere: everything runs and is shown, but nothing is transmitted.
    case override
    /// To a simulated arm.
    case simulated
}
