import Glibc
import Synchronization
public import WaldoCore
import WaldoLoop

/// Ends a long command by a signal: the first lets it clean up, a second one of the same kind ends the process at once.
public enum Interruption {
    fileprivate static let came = Atomic<CInt>(0)
    fileprivate static let limit = Atomic<UInt32>(0)

    /// Catches SIGINT, SIGTERM and SIGHUP from now on; a blocking system call then returns with EINTR.
    /// - Parameter seconds: after a signal the process ends within so many, whatever it does: the look-up of a host's
    ///   name cannot be interrupted, and what is written survives a kill.
    public static func watch(within seconds: UInt32 = 10) {
        limit.store(seconds, ordering: .relaxed)
        _ = came.load(ordering: .relaxed)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = CInt(bitPattern: SA_RESETHAND)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaction(number, &action, nil) }
        action.__sigaction_handler.sa_handler = endLate
        sigaction(SIGALRM, &action, nil)
        Signals.unblock()
    }

    /// Whether a signal has arrived.
    public static var hasCome: Bool { signal != nil }

    /// The signal that has arrived; nil: none has.
    public static var signal: CInt? {
        let number = came.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Ends the work if a signal has arrived.
    /// - Throws: `ExitStatus.signal`.
    public static func check() throws(ExitStatus) {
        if let signal { throw .signal(signal) }
    }
}

private func noteSignal(_ number: CInt) {
    Interruption.came.store(number, ordering: .relaxed)
    alarm(Interruption.limit.load(ordering: .relaxed))
}

private func endLate(_: CInt) { _exit(128 + Interruption.came.load(ordering: .relaxed)) }
