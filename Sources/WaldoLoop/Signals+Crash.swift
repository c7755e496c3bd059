internal import Glibc

/// What no program survives: the last resort all the same, then the signal's ordinary effect.
///
/// The runtime's own handler, which would tell of the crash, is not asked: it stops every thread by SIGUSR1, which the
/// watchdog takes for the shutdown's beginning.
extension Signals {
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    static func watchCrashes() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = crashed
        action.sa_flags = SA_NODEFER
        for number in crashes { sigaction(number, &action, nil) }
    }

    fileprivate static func end(byCrash number: CInt) {
        for number in crashes { signal(number, SIG_DFL) }
        // What the last resort needs may be in the crashed thread's hands: it is not waited for.
        signal(SIGALRM, SIG_DFL)
        alarm(1)
        runLastResort()
        raise(number)
    }
}

private func crashed(_ number: CInt) { Signals.end(byCrash: number) }
