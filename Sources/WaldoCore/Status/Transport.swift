/// Where the commands of a drive go.
public enum Transport: String, Sendable, CaseIterable {
    /// By the arm's link, to its shield or port: a real arm moves.
    case shield
    /// Nowhere: everything runs and is shown, but nothing is transmitted.
    case override
    /// To a simulated arm.
    case simulated
}
