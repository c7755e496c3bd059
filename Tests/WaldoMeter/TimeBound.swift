public import WaldoTime

/// Judges how long something took, on a machine that does other things besides.
public enum TimeBound {
    /// A judgement.
    public enum Verdict: Equatable, Sendable {
        /// It happened in time.
        case holds
        /// It was late, and not for want of a processor.
        case isExceeded
        /// It was late, and so much time was withheld that nothing can be said: run it again, alone.
        case none(withheld: TimeSpan)
    }

    /// A drive halts by itself when it gets no time for so long (`WriteWindow.patience`, `Watchdog`), so the
    /// consequences of a halt say nothing about a drive that was starved for more than half of it.
    public static let maxLateness: TimeSpan = .milliseconds(250)

    /// The judgement on something that took a time.
    /// - Parameters:
    ///   - took: the time by the clock.
    ///   - bound: the longest time that it may take.
    ///   - withheld: how much of the time other processes had the processors that this one waited for.
    ///   - waited: the same with the waits that its own computing may have caused, which excuse nothing: a time that is
    ///     too long only with them proves nothing either. Nil: none are counted apart.
    public static func judge(
        took: TimeSpan, bound: TimeSpan, withheld: TimeSpan, waited: TimeSpan? = nil
    ) -> Verdict {
        if took <= bound { return .holds }
        if isStarved(withheld, of: bound) { return .none(withheld: withheld) }
        if took - withheld <= bound { return .holds }
        if let waited, took - waited <= bound { return .none(withheld: waited) }
        return .isExceeded
    }

    /// Whether so much of a bound was withheld that there is no verdict.
    public static func isStarved(_ withheld: TimeSpan, of bound: TimeSpan) -> Bool { withheld * 2 > bound }
}

/// Why a test has no result: it has to be run again, alone.
public struct NoVerdict: Error, CustomStringConvertible {
    /// What was waited for, and how much time was withheld.
    public let description: String
    /// The time that was withheld.
    public let withheld: TimeSpan

    /// Creates the error.
    /// - Parameters:
    ///   - what: what was judged.
    ///   - withheld: the time that was withheld meanwhile.
    public init(_ what: String, withheld: TimeSpan) {
        self.withheld = withheld
        description = "\(what): no verdict: starved by \(withheld / .milliseconds(1)) ms"
    }
}
