import WaldoTime

/// Keeps a control dead until all its axes and keys have been at rest for 250 ms.
struct NeutralGate: Equatable, Sendable {
    static let rest: TimeSpan = .milliseconds(250)

    private(set) var isOpen = false
    private var restSince: Instant?

    /// Closes the gate, and restarts its time at rest.
    mutating func close() {
        isOpen = false
        restSince = nil
    }

    /// Updates the gate. `isBlocked`: something else keeps it closed; the time at rest counts meanwhile.
    mutating func follow(isAtRest: Bool, isBlocked: Bool, at now: Instant) {
        guard !isOpen else { return }
        guard isAtRest else {
            restSince = nil
            return
        }
        let since = restSince ?? now
        restSince = since
        if !isBlocked && now - since >= Self.rest { isOpen = true }
    }

    /// When the gate opens if nothing moves until then, provided that nothing blocks it; nil: it is open or not at
    /// rest.
    var deadline: Instant? { isOpen ? nil : restSince.map { $0 + Self.rest } }
}
