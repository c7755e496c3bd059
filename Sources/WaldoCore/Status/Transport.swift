/// Where the commands of a drive go.
public enum Transport: String, Sendable, CaseIterable {
    /// Over Bluetooth, to the arm's shield: a real arm moves.
    case shield
    /// By a serial port, to the arm's board: a real arm moves.
    case serial
    /// Nowhere: everything runs and is shown, but nothing is transmitted.
    case override
    /// To a simulated arm.
    case simulated

    /// Whether there is an arm, real or simulated, that gets the commands and answers.
    public var hasArm: Bool { self != .override }

    /// Whether a real arm moves.
    public var movesArm: Bool {
        switch self {
        case .shield, .serial: true
        case .override, .simulated: false
        }
    }
}
