public import WaldoLoop
public import WaldoTime

/// When a keyboard sends a key that is held: a quarter of a second after its press for the first time (Linux,
/// REP_DELAY), and then 30 times a second. Presses that come faster are taken for a scanner's.
public struct KeyRepeat {
    private var next: Instant?

    /// A key that is not pressed yet.
    public init() {}

    /// Whether the keyboard sends the key now.
    public mutating func strikes(at now: Instant = Monotonic.now()) -> Bool {
        if let next, now < next { return false }
        next = now + .milliseconds(next == nil ? 250 : 33)
        return true
    }
}
