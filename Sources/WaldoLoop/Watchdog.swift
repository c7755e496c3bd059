internal import CWaldoShims

/// Judges whether the loop is at work: a deadline that is overdue by 250 ms while a motion is out means that it hangs,
/// and then a thread of its own says the last word.
public enum Watchdog {
    /// How late a deadline may be met, in microseconds.
    public static let lateness = WALDO_LATENESS

    /// Starts its thread, which sleeps while nothing moves.
    /// - Throws: what pthread_create answers when the system has no thread left.
    public static func start() throws(SystemFailure) {
        let result = waldo_watchdog_start()
        guard result == 0 else { throw SystemFailure("pthread_create", code: result) }
    }

    /// When the loop will be at work again; nil: not before something happens.
    @LoopActor
    static func expect(_ deadline: Int64?) { waldo_watchdog_expect(deadline ?? .max) }

    /// A motion was sent in this turn of the loop: that it ends is waited for, even when nothing is due after it.
    @LoopActor
    @inline(__always)
    public static func expectEndOfTurn() { waldo_watchdog_expect_end_of_turn() }
}
