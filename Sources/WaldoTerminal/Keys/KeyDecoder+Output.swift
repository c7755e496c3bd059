extension KeyDecoder {
    /// What the bytes mean.
    public enum Output: Equatable, Sendable {
        /// A key went down or up: a KEY_* code of linux/input-event-codes.h.
        case key(UInt16, down: Bool)
        /// Ctrl-C, Ctrl-Z or Ctrl-\ arrived as a key, not as the signal that the terminal driver makes of it.
        case signal(SignalKey)
        /// The terminal supports the kitty protocol, with these of its flags on.
        case kittyFlags(Int32)
        /// The terminal has answered the query for its device attributes, which every terminal answers.
        case deviceAttributes
    }

    /// The keys that the terminal driver turns into signals.
    public enum SignalKey: Sendable {
        /// Ctrl-C, SIGINT.
        case interrupt
        /// Ctrl-Z, SIGTSTP.
        case suspend
        /// Ctrl-\, SIGQUIT.
        case quit
    }
}
