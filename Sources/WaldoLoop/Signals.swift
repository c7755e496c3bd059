import CWaldoShims
import Glibc
import Synchronization
public import WaldoTime

/// The process's signals, received by one thread that sleeps in sigwaitinfo and forwards them to the loop.
///
/// SIGCONT alone goes to the loop directly: it is pending before a process that was stopped runs again, so the loop
/// learns of the stop in the same turn as the events that queued up meanwhile, and before it handles them.
///
/// Every signal that would end the process by default, crashes aside, starts one orderly shutdown. Further signals
/// change nothing, except a SIGINT or SIGTERM more than one second later: it ends the process. So does this thread when
/// the shutdown takes more than `grace`, two seconds, because the loop hangs. In both cases it sends the failsafe
/// frames first.
public enum Signals {
    /// Signals that end the program, each with the exit status 128 + its number.
    private static let ending =
        [
            SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR,
            SIGSTKFLT,
        ] + Array(waldo_first_realtime_signal()...waldo_last_realtime_signal())
    /// Signals that suspend the process: the arm is halted first.
    private static let stopping = [SIGTSTP, SIGTTIN, SIGTTOU]
    /// Signals that end the process when they are repeated. SIGHUP is not one: it comes twice by itself, from the
    /// kernel and from the shell.
    private static let insisting = [SIGINT, SIGTERM]
    /// How long a shutdown may take, in microseconds.
    private static let grace = Atomic(TimeSpan.seconds(2).microseconds)
    /// How long a repeated signal has no effect, so that the halt can be sent.
    private static let patience: TimeSpan = .seconds(1)

    private struct State: ~Copyable {
        var pipe: CInt = -1
        var lastResort: @Sendable () -> Void = {}
    }
    private static let state = Mutex(State())
    private static let blocked = Atomic(false)

    /// Blocks the signals, in this thread and every later one. Must be the program's first statement.
    public static func block() {
        var set = handled()
        pthread_sigmask(SIG_BLOCK, &set, nil)
        blocked.store(true, ordering: .relaxed)
        signal(SIGPIPE, SIG_IGN)
        // A recording that outgrows the user's limit is a failed write. It must not end the process while the arm
        // moves.
        signal(SIGXFSZ, SIG_IGN)
        waldo_block_library_signals()
        watchCrashes()
    }

    /// Restores the signals' default effect, for a command that only reads and moves nothing.
    public static func unblock() {
        var set = handled()
        blocked.store(false, ordering: .relaxed)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Whether they are blocked: then no signal ends a call that waits.
    public static var areBlocked: Bool { blocked.load(ordering: .relaxed) }

    /// Runs a call that may wait for long with the signals' default effect, or that of the handlers in place, on this
    /// thread; what was blocked is blocked again afterwards.
    public static func unblocked<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        var set = handled(), before = sigset_t()
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    /// Whether the process was stopped and runs again, but the loop has not handled that yet. Valid only after `watch`.
    public static var isContinued: Bool {
        var set = sigset_t()
        return sigpending(&set) == 0 && sigismember(&set, SIGCONT) == 1
    }

    /// Starts the receiving thread and calls `handler` on the loop with each signal's number.
    /// - Returns: the watch on the thread's signals; keep it for as long as they are to be handled.
    /// - Throws: `SystemFailure` when the pipe, the signal descriptor, the thread or a watch cannot be created.
    @LoopActor
    public static func watch(_ handler: @escaping @LoopActor (CInt) -> Void) throws(SystemFailure) -> FileWatch {
        var ends: [CInt] = [-1, -1]
        guard waldo_pipe(&ends) == 0 else { throw SystemFailure("pipe2") }
        state.withLock { $0.pipe = ends[1] }
        try BackgroundThread.start(name: "waldo-signals") { receive() }
        let source = ends[0]
        let continued = try watchContinued { handler(SIGCONT) }
        return try FileWatch(source, for: .readable, priority: .signal) { _ in
            _ = continued
            var number: UInt8 = 0
            while read(source, &number, 1) == 1 { handler(CInt(number)) }
        }
    }

    @LoopActor
    private static func watchContinued(_ handler: @escaping @LoopActor () -> Void) throws(SystemFailure) -> FileWatch {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGCONT)
        let source = signalfd(-1, &set, O_NONBLOCK | O_CLOEXEC)
        guard source >= 0 else { throw SystemFailure("signalfd") }
        return try FileWatch(source, for: .readable, priority: .signal) { _ in
            var info = signalfd_siginfo()
            while read(source, &info, MemoryLayout.size(ofValue: info)) > 0 { handler() }
        }
    }

    /// Sets what runs before a crash, or this thread, ends the process: restoring the terminal. It runs on any thread.
    public static func setLastResort(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.lastResort = body }
    }

    static func runLastResort() { state.withLock { $0.lastResort }() }

    /// Lets a shutdown take longer, also one that has begun: for a file that has to be completed, once no arm is driven
    /// any more. Counted from its beginning, and never shorter than was allowed before. A repeated signal still ends
    /// the process.
    public static func allowShutdown(_ span: TimeSpan) { grace.max(span.microseconds, ordering: .relaxed) }

    /// Starts the time that a shutdown may take, when the program ends without a signal.
    public static func shutdownBegins() { kill(getpid(), SIGUSR1) }

    /// The signals that the thread waits for.
    private static func waited() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in ending + stopping + [SIGWINCH] { sigaddset(&set, number) }
        return set
    }

    /// The signals that do not have their default effect.
    private static func handled() -> sigset_t {
        var set = waited()
        sigaddset(&set, SIGCONT)
        return set
    }

    private static func receive() -> Never {
        var set = waited()
        var first: CInt?
        var began = Instant.clockStart
        while true {
            let left = timeLeft(since: began).microseconds
            var limit = timespec(tv_sec: Int(left / 1_000_000), tv_nsec: Int(left % 1_000_000) * 1_000)
            var info = siginfo_t()
            let number = first == nil ? sigwaitinfo(&set, &info) : sigtimedwait(&set, &info, &limit)
            if number < 0 && (errno == EINTR || timeLeft(since: began) > .zero) { continue }
            if number == SIGALRM { waldo_end_crash() }
            let insists = insisting.contains(number) && Monotonic.now() - began > patience
            if let first, number < 0 || insists { end(first == 0 && insists ? number : first) }
            // The program itself sends SIGUSR1 when it begins to shut down.
            let isOwn = number == SIGUSR1 && info._sifields._kill.si_pid == getpid()
            if first == nil, ending.contains(number) {
                first = isOwn ? 0 : number
                began = Monotonic.now()
            }
            if number > 0 && !isOwn { forward(stopping.contains(number) ? SIGTSTP : number) }
        }
    }

    private static func timeLeft(since began: Instant) -> TimeSpan {
        max(.zero, began + .microseconds(grace.load(ordering: .relaxed)) - Monotonic.now())
    }

    private static func forward(_ number: CInt) {
        var byte = UInt8(truncatingIfNeeded: number)
        let pipe = state.withLock { $0.pipe }
        write(pipe, &byte, 1)
    }

    private static func end(_ number: CInt) -> Never {
        waldo_failsafe_send_all(true)
        runLastResort()
        _exit(number == 0 ? 74 : 128 + number)
    }
}
