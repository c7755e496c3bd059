import CWaldoShims
public import WaldoTime

/// Detects a hung loop: one whose deadline is overdue by 250 ms while zeros are pending after a motion. Then the
/// watchdog's own thread sends the failsafe frames.
public enum Watchdog {
    /// How late a deadline may be met.
    public static let maxLateness: TimeSpan = .microseconds(WALDO_LATENESS)

    /// Starts the watchdog's thread, which sleeps while nothing moves.
    /// - Throws: `SystemFailure` with the error of pthread_create, when the system has no thread left.
    public static func start() throws(SystemFailure) {
        let result = waldo_watchdog_start()
        guard result == 0 else { throw SystemFailure("pthread_create", code: result) }
    }

    /// Sets the loop's next deadline; nil: it waits for an event.
    @LoopActor
    @inline(__always)
    static func expect(_ deadline: Instant?) { waldo_watchdog_expect(deadline?.microseconds ?? .max) }

    /// A motion was sent in this turn of the loop: the turn has to end in time, even when no deadline follows it.
    @LoopActor
    @inline(__always)
    public static func expectEndOfTurn() { waldo_watchdog_expect_end_of_turn() }
}
