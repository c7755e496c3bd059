public import WaldoTime

/// How long processes were kept from running by others: the account of a machine's processors.
///
/// The waits of a process' threads for a processor count, and the time that the machine itself stood still. What overlaps
/// counts once. The processes' own computing is no reason to wait: no more can be withheld than others could have used.
public struct ProcessorAccount: Sendable {
    /// What counts.
    public enum Counted: Sendable {
        /// For what may take seconds and may compute: every wait.
        case everyWait
        /// For a response in milliseconds: the waits of threads that something has woken, and those of the first process
        /// named until it has acted, which it does at the beginning.
        case response
    }

    /// The first process of a response has acted after this time, or still waits for its processor: the resolution of the
    /// readings.
    private static let hands: TimeSpan = .milliseconds(20)

    private let processors: Int
    private var processes: [Int32: ProcessAccount] = [:]
    private var standstills = Spans()

    /// Creates an account without processes.
    /// - Parameter processors: how many processors the machine has.
    public init(processors: Int) { self.processors = processors }

    /// Takes the counters of a process' thread: see `ProcessAccount.note`.
    public mutating func note(
        _ process: Int32, _ thread: Int32, _ counters: ProcessAccount.Counters, at time: Instant, isNew: Bool
    ) {
        processes[process, default: ProcessAccount()].note(thread, counters, at: time, isNew: isNew)
    }

    /// Forgets the threads of a process that have ended.
    public mutating func keep(_ threads: Set<Int32>, of process: Int32) { processes[process]?.keep(threads) }

    /// Takes a time in which a processor of the machine did nothing for anybody.
    public mutating func stoodStill(_ from: Instant, _ to: Instant) { standstills.insert(from, to) }

    /// Forgets what happened before a time.
    public mutating func forget(before time: Instant) {
        standstills.forget(before: time)
        for process in processes.keys { processes[process]?.forget(before: time) }
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
        var spans = standstills.clipped(from: from, to: to), used: TimeSpan = .zero
        if let account = processes[harness] {
            let latest = counted == .response ? from + Self.hands : nil
            spans.formUnion(account.waits.clipped(from: from, to: to, begunBy: latest))
            used += account.used(from: from, to: to)
        }
        for account in others.compactMap({ processes[$0] }) {
            spans.formUnion((counted == .response ? account.wakes : account.waits).clipped(from: from, to: to))
            used += account.used(from: from, to: to)
        }
        return max(.zero, min(spans.length, (to - from) * processors - used))
    }
}
