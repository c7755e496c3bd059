/// Decides which of two sources holds a control: the input or a finger on the panel. The first to touch it holds it
/// until release; the other one moves nothing until it has been at rest.
struct Hands: Equatable, Sendable {
    enum Hand: Sendable { case input, finger }

    private(set) var holder: Hand?
    private var ignoresInput = false
    private var ignoresFinger = false

    /// Whether the input moves the control.
    var takesInput: Bool { holder != .finger && !ignoresInput }

    /// Updates the holder from which sources touch the control.
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
