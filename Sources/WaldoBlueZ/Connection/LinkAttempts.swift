import WaldoTime

/// The attempts at one link: which failure ends it, and how long to wait before another attempt. A pure value; the time
/// is passed in.
struct LinkAttempts {
    /// At once, and then the waits of bleak-retry-connector. A link that goes again and again is no success.
    static let policy = Retry.Policy(
        [.milliseconds(20), .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(4)],
        steady: .seconds(5))

    /// When to give up a peripheral that was never connected to.
    let patienceEnds: Instant
    private let waits: Bool
    private var retry = Retry(Self.policy)
    /// The last attempt at connecting that failed.
    private var refusal: BlueZError?

    /// - Parameter waits: whether to wait for what is missing at the start.
    init(waits: Bool, patience: TimeSpan, from now: Instant) {
        self.waits = waits
        patienceEnds = now + patience
    }

    /// The wait before the next attempt.
    mutating func nextPause() -> TimeSpan { retry.next() }

    /// A link was up for so long.
    mutating func lasted(_ span: TimeSpan) { retry.worked(for: span) }

    /// Decides about a failed attempt.
    /// - Parameter isKnown: whether the link was up before; it is then tried again for ever.
    /// - Returns: the error that the link ends with; nil: try again.
    mutating func end(by error: BlueZError, isKnown: Bool, at now: Instant) -> BlueZError? {
        switch error {
        case .connection, .carriesNothing, .answered, .refusesWrites: refusal = error
        default: break
        }
        guard !isKnown, isTheEnd(error, now) else { return nil }
        // That connecting failed explains more than that the peripheral is not heard now.
        switch error {
        case .noShield, .noSensor: return refusal ?? error
        default: return error
        }
    }

    private func isTheEnd(_ error: BlueZError, _ now: Instant) -> Bool {
        switch error.kind {
        case .lasting: true
        case .missing: !waits
        case .passing: !waits && now >= patienceEnds
        }
    }
}
