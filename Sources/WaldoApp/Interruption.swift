internal import Glibc
internal import Synchronization
internal import WaldoLoop

/// Whether somebody has asked a long piece of work to end: it then tidies up and leaves. A second signal ends it at
/// once.
package enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    fileprivate static let came = Atomic<CInt>(0)

    /// Takes the signals from now on; a system call that waits comes back.
    package static func watch() {
        _ = came.load(ordering: .relaxed)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = CInt(bitPattern: SA_RESETHAND)
        for number in signals { sigaction(number, &action, nil) }
        Signals.unblock()
    }

    /// - Throws: `OneTask.Interrupted` once a signal has come.
    package static func check() throws {
        let number = came.load(ordering: .relaxed)
        if number != 0 { throw OneTask.Interrupted(signal: number) }
    }
}

private func noteSignal(_ number: CInt) { Interruption.came.store(number, ordering: .relaxed) }
