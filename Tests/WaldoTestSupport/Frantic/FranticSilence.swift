import WaldoCore
import WaldoSimulator
import WaldoTime

/// Watches one reason for which an arm's velocities have to stand still: since when it holds, and by when they have to.
struct FranticSilence {
    /// The reason, as a clause.
    let reason: String
    /// How long a velocity may move on.
    private let bound: StopBounds.Bound
    private(set) var since: Instant?
    private var unheard = Instant.distantPast
    private var movedAtFirst = false, isOver = false, isReported = false

    init(_ reason: String, _ bound: StopBounds.Bound) { (self.reason, self.bound) = (reason, bound) }

    /// Looks at the arm.
    /// - Parameters:
    ///   - isSilent: whether the reason holds.
    ///   - moves: whether a velocity moves.
    ///   - isBehind: whether the firmware has bytes before it, or is deaf in another channel's move.
    /// - Returns: whether a velocity moves that should not; once for each silence.
    mutating func look(
        isSilent: Bool, moves: Bool, isBehind: Bool, at now: Instant, _ report: inout FranticReport
    ) -> Bool {
        guard isSilent else {
            since = nil
            return false
        }
        guard let since else {
            (self.since, movedAtFirst, unheard, isOver, isReported) = (now, moves, now, false, false)
            return false
        }
        if isBehind { unheard = now }
        let end = min(unheard + bound.usual, since + bound.longest)
        if moves, !isOver { report.longest = max(report.longest, now - since) }
        guard now > end else { return false }
        if !isOver, movedAtFirst { report.silences += 1 }
        isOver = true
        guard moves, !isReported else { return false }
        isReported = true
        return true
    }
}
