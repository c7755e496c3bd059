/// Keeps a control dead until all its axes and keys have been at rest for 250 ms.
struct NeutralGate: Equatable, Sendable {
    static let rest: Microseconds = .milliseconds(250)

    private(set) var isOpen = false
    private var restSince: Microseconds?

    /// Shuts it; the time at rest counts anew.
    mutating func close() {
        isOpen = false
        restSince = nil
    }

    /// Follows the control. `isBlocked`: something else keeps it shut, though rest may count meanwhile.
    mutating func follow(isAtRest: Bool, isBlocked: Bool, at now: Microseconds) {
        guard !isOpen else { return }
        guard isAtRest else {
            restSince = nil
            return
        }
        let since = restSince ?? now
        restSince = since
        if !isBlocked && now - since >= Self.rest { isOpen = true }
    }

    /// The moment at which it opens if nothing moves; only for one that nothing blocks.
    var deadline: Microseconds? { isOpen ? nil : restSince.map { $0 + Self.rest } }
}
