public import WaldoTime

/// Tells a scanner or a paste from fingers, and drops it: what types faster than fingers moves nothing and ends no
/// stop. Pure; the time is passed in.
///
/// Each press waits for `delay`. Three within `window` are no fingers: what waits is dropped, and so is all that is
/// pressed until there was no press for `pause`. A release does not wait, unless its press still does. Stop keys do not
/// pass through here.
///
/// The fastest typists press 20 keys a second, and two at once where their hands overlap (Dhakal et al., Observations
/// on Typing from 136 Million Keystrokes, CHI 2018); scanners send 40 and more. Key repeat is no press, however fast
/// it is.
public struct TypingGuard: Sendable {
    /// How long a press waits.
    public static let delay: TimeSpan = .milliseconds(60)
    /// Within which time three presses are too many.
    public static let window: TimeSpan = .milliseconds(55)
    /// How long after its last press a burst goes on.
    public static let pause: TimeSpan = .milliseconds(100)
    private static let maxPresses = 3

    private var waiting: [(code: UInt16, down: Bool, due: Instant)] = []
    /// The keys whose press was passed on.
    private var down: Set<UInt16> = []
    /// The latest presses, at most as many as are too many.
    private var presses: [Instant] = []
    private var burstEnds: Instant?

    /// Nothing was pressed.
    public init() {}

    /// When `advance` must be called; nil: nothing waits.
    public var deadline: Instant? { waiting.first?.due }

    /// Notes a press, whether or not a key of the mapping belongs to it.
    public mutating func pressed(at now: Instant) {
        presses = presses.suffix(Self.maxPresses - 1) + [now]
        if presses.count == Self.maxPresses, now - presses[0] <= Self.window {
            forget()
            burstEnds = now + Self.pause
        } else if isBurst(at: now) {
            burstEnds = now + Self.pause
        }
    }

    /// Drops the presses that wait: nothing that was pressed before a stop may act after it.
    public mutating func forget() { waiting.removeAll { $0.down || !down.contains($0.code) } }

    /// Receives a key's change: a release is passed on at once, a press by `advance`.
    public mutating func receive(
        _ code: UInt16, down isDown: Bool, at now: Instant, _ emit: (_ code: UInt16, _ down: Bool) -> Void
    ) {
        if isDown, isBurst(at: now) { return }
        waiting.append((code, isDown, now + Self.delay))
        guard !isDown, waiting.count(where: { $0.code == code }) == 1 else { return }
        waiting.removeLast()
        if down.remove(code) != nil { emit(code, false) }
    }

    /// Passes on what is due.
    public mutating func advance(to now: Instant, _ emit: (_ code: UInt16, _ down: Bool) -> Void) {
        while let first = waiting.first, first.due <= now {
            waiting.removeFirst()
            guard first.down != down.contains(first.code) else { continue }
            if first.down { down.insert(first.code) } else { down.remove(first.code) }
            emit(first.code, first.down)
        }
    }

    /// Releases every key at once, and drops what waits.
    public mutating func reset(_ emit: (_ code: UInt16, _ down: Bool) -> Void) {
        for code in down.sorted() { emit(code, false) }
        self = TypingGuard()
    }

    private func isBurst(at now: Instant) -> Bool { burstEnds.map { now < $0 } ?? false }
}
