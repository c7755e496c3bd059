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

    /// A thread that runs longer than this at a time computes, or spins: it waits because it has used up its turn, and not
    /// because something has woken it. Handling an event takes a fraction of it.
    private static let longestTurn: Int64 = 1_000_000

    private struct Thread {
        var counters: Counters
        /// The last wait, and the counters before it: what the thread did after it shows in the next counters.
        var wait: (from: Instant, to: Instant, before: Counters)?
    }

    private var threads: [Int32: Thread] = [:]
    private var total: Int64 = 0
    /// The processor time used until a time, in nanoseconds, where it changed.
    private var usage: [(at: Instant, total: Int64)] = []
    /// When a thread waited for a processor.
    private(set) var waits = Spans()
    /// When a thread that had been woken did: that of threads that compute or spin is left out.
    private(set) var wakes = Spans()

    /// Creates an account without threads.
    public init() {}

    /// Takes a thread's counters, read at a time.
    /// - Parameter isNew: whether what the thread has counted so far belongs to this account; otherwise only what it
    ///   counts from now on does.
    public mutating func note(_ id: Int32, _ counters: Counters, at time: Instant, isNew: Bool) {
        let none = Counters(used: 0, waited: 0, turns: 0)
        var thread = threads[id] ?? Thread(counters: isNew ? none : counters)
        let before = thread.counters
        defer { threads[id] = thread }
        guard before != counters else { return }
        if let wait = thread.wait {
            let turns = max(1, counters.turns - wait.before.turns)
            if counters.used - wait.before.used <= Self.longestTurn * turns { wakes.insert(wait.from, wait.to) }
            thread.wait = nil
        }
        if counters.waited > before.waited {
            let begin = time - .microseconds((counters.waited - before.waited) / 1_000)
            waits.insert(begin, time)
            thread.wait = (begin, time, before)
        }
        total += counters.used - before.used
        thread.counters = counters
        guard usage.last?.total != total else { return }
        if usage.last?.at == time { usage.removeLast() }
        usage.append((time, total))
    }

    /// Forgets threads that have ended.
    mutating func keep(_ living: Set<Int32>) { threads = threads.filter { living.contains($0.key) } }

    /// Forgets what happened before a time.
    mutating func forget(before time: Instant) {
        waits.forget(before: time)
        wakes.forget(before: time)
        if let first = usage.firstIndex(where: { $0.at >= time }), first > 1 { usage.removeFirst(first - 1) }
    }

    /// The processor time used between two times.
    func used(from: Instant, to: Instant) -> TimeSpan {
        .microseconds((used(until: to) - used(until: from)) / 1_000)
    }

    private func used(until time: Instant) -> Int64 { usage.last { $0.at <= time }?.total ?? 0 }
}
