import WaldoTime

/// The limits of a connection.
enum WebLimits {
    /// Most bytes queued for a slow reader: the page itself, or a few states; and what a page has asked for at once.
    static let longestOutput = 1 << 18, longestAnswer = 5 << 20
    /// What the kernel may keep of what is sent to a client, in bytes, which it doubles.
    static let clientBuffer: CInt = 32_768
    /// How long a request may take to arrive, and how long a client may send nothing.
    static let requestTime: TimeSpan = .seconds(5), lifeTime: TimeSpan = .seconds(20)
    /// How long the refusal of a wrong token takes. Its connection waits, and the right token never does.
    static let wrongTokenTime: TimeSpan = .seconds(1)
    /// How long, and for how many bytes, an answered peer may take to close the connection. If it were closed here at
    /// once, the kernel would discard the answer when more input arrives.
    static let leaveTime: TimeSpan = .seconds(1), leaveBytes = 1 << 18
    /// Most connections that have been answered and wait for the peer to close them.
    static let maxLeaving = 16
}
