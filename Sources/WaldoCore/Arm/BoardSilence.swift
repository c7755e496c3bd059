public import WaldoTime

/// What an arm's board does by itself when it hears nothing.
public struct BoardSilence: Equatable, Sendable {
    /// What it does.
    public enum Action: String, CaseIterable, Sendable {
        /// It stops its velocities. Positions finish their move.
        case stop
        /// It stops everything where it is, and holds it.
        case hold
        /// It stops its velocities, and moves its positions to their start.
        case home
        /// It switches its motors off.
        case limp
    }

    /// How long it waits since the last frame.
    public var after: TimeSpan
    /// What it does then.
    public var action: Action

    /// Creates a description from its parts.
    public init(after: TimeSpan, _ action: Action) {
        self.after = after
        self.action = action
    }

    /// Whether the positions are no longer the ones last written.
    public var losesPositions: Bool { action == .home || action == .limp }
}

extension BoardSilence.Action {
    /// What the board does, behind its name in a sentence.
    public var text: String {
        switch self {
        case .stop: "stops its velocities"
        case .hold: "stops, and holds its position"
        case .home: "moves the arm to its start"
        case .limp: "switches its motors off"
        }
    }
}
