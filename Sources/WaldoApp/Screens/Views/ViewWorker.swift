internal import WaldoLoop

/// Does jobs that read and write files for the pages, one after the other, beside the loop.
@LoopActor
final class ViewWorker {
    /// More jobs are refused: no page waits for so many.
    private static let most = 16

    private var jobs: [@Sendable () -> @LoopActor () -> Void] = []
    private var isBusy = false

    /// Whether it has no job.
    var isIdle: Bool { !isBusy && jobs.isEmpty }

    /// Adds a job.
    /// - Parameter job: runs on a thread of its own; what it returns runs on the loop.
    /// - Returns: whether it was taken.
    func add(_ job: @escaping @Sendable () -> @LoopActor () -> Void) -> Bool {
        guard jobs.count < Self.most else { return false }
        jobs.append(job)
        next()
        return true
    }

    /// Drops the jobs that have not begun.
    func close() { jobs = [] }

    private func next() {
        guard !isBusy, let job = jobs.first else { return }
        isBusy = true
        jobs.removeFirst()
        do {
            try BackgroundThread.start(name: "waldo-views") { [weak self] in
                let done = job()
                Task { @LoopActor in
                    done()
                    self?.finished()
                }
            }
        } catch {
            // No thread is left: the next one may have more luck.
            finished()
        }
    }

    private func finished() {
        isBusy = false
        next()
    }
}
