public import WaldoTime

/// What the threads of one process have used of the processors, and when they waited for one.
public struct ProcessAccount: Sendable {
    /// A thread's counters in `/proc/PID/task/TID/schedstat` (Linux, `Documentation/scheduler/sched-stats.rst`).
    public struct Counters: Sendable, Equatable {
        /// Nanoseconds on a processor.
        public var used: Int64
        /// Nanoseconds ready to run, without a processor. The kernel adds a wait when it is over.
        public var waited: Int64
        /// How often the thread got a processor.
        public var turns: Int64

        /// Creates counters from these values.
        public init(used: Int64, waited: Int64, turns: Int64) {
            (self.used, self.waited, self.turns) = (used, waited, turns)
        }
    }

    /// A thread that runs longer than this at a time computes, or spins: it waits because it has used up its turn, and
    /// not because something has woken it. Handling an event takes a fraction of it.
    private static let longestTurn: Int64 = 1_000_000

    private struct Thread {
        var counters: Counters
        /// The last wait, and the counters before it: what the thread did after it shows in the next counters.
        var wait: (from: Instant, to: Instant, before: Counters)?
    }

    private var threads: [Int32: Thread] = [:]
    private var total: Int64 = 0
    /// The processor time that all threads have used.
    private(set) var usage = Usage()
    /// When a thread waited for a processor.
    private(set) var waits = Spans()
    /// When a thread that had been woken did: that of threads that compute or spin is left out.
    private(set) var wakes = Spans()

    /// Creates an account without threads.
    public init() {}

    /// Takes a thread's counters, read at a time.
    /// - Parameter looked: when threads were last looked for. A thread that has counted more than the time since then
    ///   is older, and its past does not belong to this account. Nil: no thread's past does.
    public mutating func note(_ id: Int32, _ counters: Counters, at time: Instant, since looked: Instant?) {
        if usage.last == nil { usage.note(0, at: looked ?? time) }
        let past = counters.used + counters.waited
        let isNew = looked.map { past <= (time - $0).microseconds * 1_000 } ?? false
        var thread = threads[id] ?? Thread(counters: isNew ? Counters(used: 0, waited: 0, turns: 0) : counters)
        let before = thread.counters
        defer { threads[id] = thread }
        defer { usage.note(total, at: time) }
        guard before != counters else { return }
        settle(&thread, counters)
        if counters.waited > before.waited {
            let begin = time - .microseconds((counters.waited - before.waited) / 1_000)
            waits.insert(begin, time)
            thread.wait = (begin, time, before)
        }
        total += counters.used - before.used
        thread.counters = counters
    }

    /// Decides what a thread's last wait was, by what the thread did after it.
    private mutating func settle(_ thread: inout Thread, _ counters: Counters) {
        guard let wait = thread.wait else { return }
        let turns = max(1, counters.turns - wait.before.turns)
        if counters.used - wait.before.used <= Self.longestTurn * turns { wakes.insert(wait.from, wait.to) }
        thread.wait = nil
    }

    /// Forgets threads that have ended.
    mutating func keep(_ living: Set<Int32>) {
        for (id, var thread) in threads where !living.contains(id) {
            settle(&thread, thread.counters)
            threads[id] = nil
        }
    }

    /// Forgets what happened before a time. Returns whether anything is left.
    mutating func forget(before time: Instant) -> Bool {
        waits.forget(before: time)
        wakes.forget(before: time)
        usage.forget(before: time)
        return !threads.isEmpty || usage.last.map { $0 >= time } ?? false
    }
}
