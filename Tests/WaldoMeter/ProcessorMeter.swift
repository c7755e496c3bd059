import Glibc
import Synchronization
import WaldoLoop
public import WaldoTime

/// Measures how much time other processes withhold from a process and its descendants: the waits of their threads for a
/// processor, from `/proc/PID/task/TID/schedstat`, and the times in which the machine itself stood still.
public final class ProcessorMeter: Sendable {
    /// The meter of this process and its descendants: a test and all that it starts.
    public static let shared = ProcessorMeter(
        root: getpid(), reportingTo: getenv("WALDO_METER_REPORT").map { String(cString: $0) })

    /// Time between two readings of all counters, and between two looks for new processes and threads.
    private static let period: TimeSpan = .milliseconds(10), search: TimeSpan = .milliseconds(50)
    /// Time between two looks for the kernel's workers, for which all of `/proc` is read.
    private static let kernelSearch: TimeSpan = .seconds(1)
    /// How long measurements are kept.
    private static let memory: TimeSpan = .seconds(900)

    private struct State: ~Copyable {
        var account: ProcessorAccount
        /// Each measured process' parent; also of those that have ended.
        var parents: [Int32: Int32] = [:]
        /// The open counters of each thread, by process.
        var files: [Int32: [Int32: ProcFile]] = [:]
        /// When processes were last looked for; nil at the beginning.
        var looked: Instant?
        /// When the kernel's workers were last looked for.
        var lookedForKernel = Instant.clockStart
        /// The meter's own thread is on no test's way.
        var ownThread: Int32 = 0

        func descends(_ process: Int32, from roots: [Int32]?) -> Bool {
            guard let roots else { return parents[process] != ProcessTree.kernel }
            var ancestor: Int32? = process
            for _ in 0..<Self.deepest {
                guard let known = ancestor else { return false }
                if roots.contains(known) { return true }
                ancestor = parents[known]
            }
            return false
        }

        /// Ids of processes are used again, so that a chain of parents could have no end.
        private static let deepest = 32
    }

    private let root: Int32
    private let report: MeterReport?
    private let state: Mutex<State>

    /// The kernel's workers, as a root: what is typed into a terminal waits for them.
    public static let kernel = ProcessTree.kernel

    /// Starts to measure a process and its descendants.
    /// - Parameters:
    ///   - root: the process' id.
    ///   - path: the file to which starved times are appended as they pass: see `MeterReport`.
    public init(root: Int32, reportingTo path: String? = nil) {
        self.root = root
        report = path.map(MeterReport.init)
        state = Mutex(State(account: ProcessorAccount()))
        look(at: Monotonic.now())
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, runMeter, Unmanaged.passRetained(self).toOpaque())
        precondition(result == 0, "no thread left to measure with")
        pthread_detach(thread)
    }

    /// How much time was withheld between two instants.
    /// - Parameters:
    ///   - counted: what counts.
    ///   - roots: the processes that count beside the meter's root, with their descendants. Nil: all that it measures
    ///     but the kernel's.
    public func withheld(
        from: Instant, to: Instant, _ counted: ProcessorAccount.Counted = .everyWait, of roots: [Int32]? = nil
    ) -> TimeSpan {
        state.withLock { state in
            let others = state.parents.keys.filter { $0 != root && state.descends($0, from: roots) }
            return state.account.withheld(from: from, to: to, counted, from: root, and: others)
        }
    }

    /// The most that was withheld in any time as long as `TimeBound.maxLateness` between two instants.
    public func mostWithheld(from: Instant, to: Instant, of roots: [Int32]? = nil) -> TimeSpan {
        var most: TimeSpan = .zero, end = min(from + TimeBound.maxLateness, to)
        while true {
            most = max(most, withheld(from: max(from, end - TimeBound.maxLateness), to: end, of: roots))
            guard end < to else { return most }
            end = min(end + Self.search, to)
        }
    }

    fileprivate func run() {
        var watch = MachineWatch(), reported = Monotonic.now(), forgotten = reported
        let begin = watch.read(at: reported)
        state.withLock { state in
            state.ownThread = ProcessTree.currentThread()
            state.account.noteMachine(begin.busy, at: reported)
        }
        while kill(root, 0) == 0 {
            usleep(UInt32(Self.period.microseconds))
            let now = Monotonic.now()
            read(at: now)
            guard now - reported >= Self.search else { continue }
            look(at: now)
            let machine = watch.read(at: now)
            state.withLock { state in
                state.account.noteMachine(machine.busy, at: now)
                state.account.stoodStill(now - machine.standstill, now)
            }
            // A meter that was kept from running itself reports what it has missed.
            while now - reported >= Self.search {
                reported += Self.search
                if let report { report.note(reported, withheld(from: reported - TimeBound.maxLateness, to: reported)) }
            }
            guard now - forgotten >= .seconds(60) else { continue }
            forgotten = now
            state.withLock { state in
                for process in state.account.forget(before: now - Self.memory) { state.parents[process] = nil }
            }
        }
    }

    /// Reads the counters of all known threads.
    private func read(at time: Instant) {
        state.withLock { state in
            for (process, files) in state.files {
                for (thread, file) in files {
                    guard let numbers = file.numbers(3) else { continue }
                    let counters = ProcessAccount.Counters(
                        used: numbers[0], waited: numbers[1], turns: numbers[2])
                    state.account.note(process, thread, counters, at: time, since: state.looked)
                }
            }
        }
    }

    /// Looks for new processes and threads, and forgets those that have ended.
    private func look(at time: Instant) {
        let found = ProcessTree.processes(of: root).filter { !$0.threads.isEmpty }
        state.withLock { state in
            if time - state.lookedForKernel >= Self.kernelSearch {
                state.lookedForKernel = time
                for worker in ProcessTree.kernelWorkers() where state.files[worker] == nil {
                    state.parents[worker] = ProcessTree.kernel
                    state.files[worker] = [worker: ProcFile("/proc/\(worker)/schedstat")].compactMapValues { $0 }
                }
            }
            for process in found {
                var files = state.files[process.id] ?? [:]
                if files.isEmpty { state.parents[process.id] = process.parent }
                let threads = Set(process.threads).subtracting([state.ownThread])
                files = files.filter { threads.contains($0.key) }
                for thread in threads where files[thread] == nil {
                    files[thread] = ProcFile("/proc/\(process.id)/task/\(thread)/schedstat")
                }
                state.files[process.id] = files
                state.account.keep(threads, of: process.id)
            }
            // One that was not found may have changed its parent meanwhile.
            let living = Set(found.map(\.id))
            for process in state.files.keys where !living.contains(process) {
                guard ProcessTree.threads(of: process).isEmpty else { continue }
                state.files[process] = nil
                state.account.keep([], of: process)
            }
        }
        read(at: time)
        state.withLock { $0.looked = time }
    }
}

private func runMeter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    Unmanaged<ProcessorMeter>.fromOpaque(argument!).takeRetainedValue().run()
    return nil
}
