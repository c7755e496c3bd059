public import WaldoCore

/// The keys of a terminal that stop, from their press to their release. Pure.
public struct StopKeys: Sendable {
    private var pressed: [(code: UInt16, source: StopSource)] = []

    /// No key is down.
    public init() {}

    /// Handles a stop key's change.
    /// - Parameter reportsReleases: whether the terminal reports releases; otherwise this one is guessed.
    /// - Returns: the action for the state machine; nil: another key still holds the stop.
    public mutating func change(_ code: UInt16, down: Bool, reportsReleases: Bool) -> OperatorAction? {
        if down {
            let source: StopSource = reportsReleases ? .terminal : .repeatedKey
            pressed.append((code, source))
            return .stopHeld(source)
        }
        guard let index = pressed.firstIndex(where: { $0.code == code }) else { return nil }
        let source = pressed.remove(at: index).source
        return pressed.contains { $0.source == source } ? nil : .stopReleased(source)
    }

    /// Lets go of every key: the terminal is lost, or given to another program.
    public mutating func lose() -> [OperatorAction] {
        defer { pressed.removeAll() }
        return StopSource.allCases.filter { source in pressed.contains { $0.source == source } }.map {
            .stopReleased($0)
        }
    }
}
