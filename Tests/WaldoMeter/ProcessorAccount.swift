public import WaldoTime

/// How long processes were kept from running by others: the account of a machine's processors.
///
/// The waits of a process' threads for a processor count, and the time that the machine itself stood still. What
/// overlaps counts once. The processes' own computing is no reason to wait: no more can be withheld than others could
/// have used.
public struct ProcessorAccount: Sendable {
    /// What counts.
    public enum Counted: Sendable {
        /// For what may take seconds and may compute: every wait.
        case everyWait
        /// For a response in milliseconds: the waits of threads that something has woken; those of the harness only
        /// until its hands have acted.
        case response(acted: Instant)
    }

    private var processes: [Int32: ProcessAccount] = [:]
    private var standstills = Spans()
    /// What all processes of the machine have used.
    private var machine = Usage()

    /// Creates an account without processes.
    public init() {}

    /// Takes the counters of a process' thread: see `ProcessAccount.note`.
    public mutating func note(
        _ process: Int32, _ thread: Int32, _ counters: ProcessAccount.Counters, at time: Instant, since looked: Instant?
    ) {
        processes[process, default: ProcessAccount()].note(thread, counters, at: time, since: looked)
    }

    /// Forgets the threads of a process that have ended.
    public mutating func keep(_ threads: Set<Int32>, of process: Int32) { processes[process]?.keep(threads) }

    /// Takes the nanoseconds that the machine's processors have worked for anybody, or were stolen, until a time.
    public mutating func noteMachine(_ busy: Int64, at time: Instant) { machine.note(busy, at: time) }

    /// Takes a time in which a processor of the machine did nothing for anybody.
    public mutating func stoodStill(_ from: Instant, _ to: Instant) { standstills.insert(from, to) }

    /// Forgets what happened before a time. Returns the processes that have nothing left.
    public mutating func forget(before time: Instant) -> [Int32] {
        standstills.forget(before: time)
        machine.forget(before: time)
        let gone = processes.keys.filter { !(processes[$0]?.forget(before: time) ?? false) }
        for process in gone { processes[process] = nil }
        return gone
    }

    /// How much time between two instants was withheld from processes together.
    /// - Parameters:
    ///   - counted: what counts.
    ///   - harness: the process that tests the others.
    ///   - others: those under test, and what they need.
    public func withheld(
        from: Instant, to: Instant, _ counted: Counted, from harness: Int32, and others: some Sequence<Int32>
    ) -> TimeSpan {
        guard from < to else { return .zero }
        let own = others.compactMap { processes[$0] }, hands = processes[harness]
        var waits: [Spans.Span] = []
        switch counted {
        case .everyWait:
            for account in own + [hands].compactMap({ $0 }) { waits += account.waits.clipped(from: from, to: to) }
        case .response(let acted):
            for account in own { waits += account.wakes.clipped(from: from, to: to) }
            waits += hands?.waits.clipped(from: from, to: min(acted, to)) ?? []
        }
        let used = (own + [hands].compactMap { $0 }).reduce(TimeSpan.zero) { $0 + $1.usage.used(from: from, to: to) }
        // The machine's account is kept in hundredths of a second.
        let foreign = machine.used(from: from, to: to) - used + .milliseconds(10)
        let stolen = standstills.clipped(from: from, to: to)
        let byOthers = min(Spans.length(waits), max(.zero, foreign))
        return min(Spans.length(waits + stolen), byOthers + Spans.length(stolen))
    }
}
