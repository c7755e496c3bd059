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

/// Why a control moves nothing, or that it does.
public enum GateState: Equatable, Sendable {
    /// The control is live.
    case open
    /// At rest, but not yet for long enough.
    case settling
    /// An axis or key has to be let go first.
    case held
    /// The link is not up.
    case link
    /// The input is not there.
    case input
    /// Stopped; only a resume ends it.
    case stopped
    /// The enable key is not held.
    case enable
    /// The drive is ending.
    case ending
}

/// Why every velocity channel was set to zero.
public enum HaltReason: Equatable, Sendable {
    /// The operator's stop.
    case stop
    /// The input has gone.
    case inputLost
    /// The link has gone; nothing can be sent.
    case linkLost
    /// The link is back, or was taken over: what the arm was told last is unknown.
    case linkBack
    /// The enable key was let go.
    case enable
    /// The loop came back long after its deadline: the process or the machine was asleep.
    case late
    /// The program is about to be suspended.
    case suspended
    /// The terminal or another part that the drive needs has gone.
    case failure
    /// The drive ends.
    case ending
}
