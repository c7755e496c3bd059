public import WaldoCore

/// The keys of a terminal that stop, from their press to their release. Pure.
public struct StopKeys: Sendable {
    private var held: [(code: UInt16, source: StopSource)] = []

    /// No key is down.
    public init() {}

    /// Handles a stop key's change.
    /// - Parameter reportsReleases: whether the terminal reports releases; otherwise this one is guessed.
    /// - Returns: the action for the state machine; nil: another key still holds the stop.
    public mutating func change(_ code: UInt16, down: Bool, reportsReleases: Bool) -> OperatorAction? {
        if down {
            let source: StopSource = reportsReleases ? .terminal : .repeatedKey
            held.append((code, source))
            return .stopHeld(source)
        }
        guard let index = held.firstIndex(where: { $0.code == code }) else { return nil }
        let source = held.remove(at: index).source
        return held.contains { $0.source == source } ? nil : .stopLetGo(source)
    }

    /// Lets go of every key: the terminal is lost, or given to another program.
    public mutating func lose() -> [OperatorAction] {
        defer { held.removeAll() }
        return StopSource.allCases.filter { source in held.contains { $0.source == source } }.map { .stopLetGo($0) }
    }
}
