internal import Glibc
internal import Synchronization
internal import WaldoLoop

/// Ends a long command by a signal: the first lets it clean up, a second one of the same kind ends the process at once.
package enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    fileprivate static let came = Atomic<CInt>(0)

    /// Catches SIGINT, SIGTERM and SIGHUP from now on; a blocking system call then returns with EINTR.
    package static func watch() {
        _ = came.load(ordering: .relaxed)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = CInt(bitPattern: SA_RESETHAND)
        for number in signals { sigaction(number, &action, nil) }
        Signals.unblock()
    }

    /// Whether a signal has arrived.
    package static var hasCome: Bool { came.load(ordering: .relaxed) != 0 }

    /// The signal that has arrived; nil: none has.
    package static var signal: CInt? {
        let number = came.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Ends the work if a signal has arrived.
    /// - Throws: `OneTask.Interrupted` once a signal has arrived.
    package static func check() throws {
        let number = came.load(ordering: .relaxed)
        if number != 0 { throw OneTask.Interrupted(signal: number) }
    }
}

private func noteSignal(_ number: CInt) { Interruption.came.store(number, ordering: .relaxed) }
