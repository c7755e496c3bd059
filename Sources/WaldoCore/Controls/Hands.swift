/// Which of two hands holds a control that the input and a finger on the panel can both move: the one that touched it
/// first, until it lets go. What the other does meanwhile moves nothing before it has been at rest.
struct Hands: Equatable, Sendable {
    enum Hand: Sendable { case input, finger }

    private(set) var holder: Hand?
    private var ignoresInput = false
    private var ignoresFinger = false

    /// Whether what the input does counts.
    var takesInput: Bool { holder != .finger && !ignoresInput }

    /// Follows who is touching.
    mutating func follow(input: Bool, finger: Bool) {
        if !input { ignoresInput = false }
        if !finger { ignoresFinger = false }
        if holder == .input && !input || holder == .finger && !finger { holder = nil }
        if holder == nil {
            if input && !ignoresInput { holder = .input } else if finger && !ignoresFinger { holder = .finger }
        }
        if holder == .input && finger { ignoresFinger = true }
        if holder == .finger && input { ignoresInput = true }
    }
}
