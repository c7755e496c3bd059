public import WaldoLoop
public import WaldoTime

/// When a keyboard sends a key that is held: 30 times a second. What comes faster than fingers is taken for a scanner.
public struct KeyRepeat {
    private var next: Instant?

    /// A key that is not pressed yet.
    public init() {}

    /// Whether the keyboard sends the key now.
    public mutating func strikes(at now: Instant = Monotonic.now()) -> Bool {
        if let next, now < next { return false }
        next = now + .milliseconds(33)
        return true
    }
}
