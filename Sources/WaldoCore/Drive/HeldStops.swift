import WaldoTime

/// The emergency stops that are held down other than by the input's keys.
struct HeldStops: Equatable, Sendable {
    /// How long a key may still be held after its release was guessed: key repeat begins within 0.6 s of the press, and
    /// a terminal's key counts as released 0.18 s after it.
    static let repeatDelay: TimeSpan = .milliseconds(420)

    /// One bit per source.
    private var sources: UInt8 = 0
    private var repeatEnds: Instant?

    mutating func hold(_ source: StopSource) { sources |= 1 << source.rawValue }

    mutating func release(_ source: StopSource, at now: Instant) {
        guard holds(source) else { return }
        sources &= ~(1 << source.rawValue)
        if source == .repeatedKey { repeatEnds = now + Self.repeatDelay }
    }

    /// One that is held, or that may be; nil: none.
    func first(at now: Instant) -> StopSource? {
        if let repeatEnds, now < repeatEnds { return .repeatedKey }
        return sources == 0 ? nil : StopSource.allCases.first(where: holds)
    }

    /// When a key whose release was guessed no longer holds, if that is after `now`.
    /// Screens name what holds a stop.
    func releaseDeadline(after now: Instant) -> Instant? { repeatEnds.flatMap { $0 > now ? $0 : nil } }

    private func holds(_ source: StopSource) -> Bool { sources >> source.rawValue & 1 == 1 }
}
