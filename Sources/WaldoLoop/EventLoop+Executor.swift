import CWaldoShims
import Glibc
import Synchronization

/// Runs the jobs of `LoopActor`.
extension EventLoop {
    /// Runs a job in one of the next turns.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.waiting.append(job) }
        hasJobs.store(true, ordering: .releasing)
        eventfd_write(wake, 1)
    }

    /// This loop as an executor.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Traps on any thread but the loop's.
    public func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "this is the loop's work, called on another thread")
    }

    /// Whether this is the loop's thread.
    public func isIsolatingCurrentContext() -> Bool? { pthread_equal(owner, pthread_self()) != 0 }

    @LoopActor
    func runJobs() {
        guard hasJobs.exchange(false, ordering: .acquiringAndReleasing) else { return }
        var batch = jobs.withLock { jobs in
            let batch = jobs.waiting
            jobs.waiting = jobs.spare
            jobs.spare = []
            return batch
        }
        for job in batch {
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
        batch.removeAll(keepingCapacity: true)
        jobs.withLock { $0.spare = batch }
    }
}
