import WaldoCore
import WaldoTime

/// The viewers that hold STOP, and what the state machine knows of it. Pure; the time is passed in.
///
/// A page that presses and releases as fast as it can is paced while the drive is stopped. That STOP is held is never
/// dropped, so a release waits instead.
struct StopHolders: Equatable, Sendable {
    private(set) var viewers: Set<Int> = []
    /// Whether the state machine knows that STOP is held.
    private var isReported = false
    /// The earliest time at which a press changes anything while the drive is stopped; nil: now.
    private var pressesFrom: Instant?
    /// The earliest time at which a release is reported; nil: now.
    private var releasesFrom: Instant?

    /// Whether any viewer holds STOP.
    var isHeld: Bool { !viewers.isEmpty }

    /// When `lapse` must be called, because a release waits; nil: none does.
    var deadline: Instant? { isReported && !isHeld ? releasesFrom : nil }

    /// Handles a press.
    /// - Parameters:
    ///   - viewer: who presses, and holds it from now on; nil: somebody of whom no release is known.
    ///   - pause: the shortest time between two presses while the drive is stopped.
    ///   - isStopped: whether the drive is stopped.
    /// - Returns: events for the state machine.
    mutating func press(_ viewer: Int?, at now: Instant, pause: TimeSpan, isStopped: Bool) -> [DriveEvent] {
        let isSoon = isStopped && pressesFrom.map { now < $0 } == true
        let isNews = viewer != nil && !isReported
        if let viewer { viewers.insert(viewer) }
        if isSoon, !isNews { return [] }
        if isNews { (isReported, releasesFrom) = (true, isSoon ? now + pause : nil) }
        pressesFrom = now + pause
        return [.operator(viewer == nil ? .stop : .stopHeld(.page))]
    }

    /// Handles a viewer that lets go, or leaves.
    /// - Parameter now: nil: unknown; a release that has to wait is then reported by `lapse`.
    /// - Returns: events for the state machine.
    mutating func release(_ viewer: Int, at now: Instant?) -> [DriveEvent] {
        viewers.remove(viewer) == nil ? [] : lapse(at: now)
    }

    /// Reports a release once it may be.
    /// - Returns: events for the state machine.
    mutating func lapse(at now: Instant?) -> [DriveEvent] {
        guard isReported, !isHeld else { return [] }
        if let releasesFrom, now.map({ $0 < releasesFrom }) ?? true { return [] }
        isReported = false
        return [.operator(.stopReleased(.page))]
    }
}
