import WaldoLoop
import WaldoPanel

/// Does jobs that read and write files for the pages, one after the other, beside the loop.
@LoopActor
final class ViewWorker {
    /// Runs on a thread of its own; what it returns runs on the loop.
    typealias Job = @Sendable () -> @LoopActor () -> Void

    private var jobs = ViewQueue<Job>()
    private var isBusy = false

    /// Whether it has no job.
    var isIdle: Bool { !isBusy && jobs.isEmpty }

    /// Adds a job.
    /// - Parameter isDrivers: whether the page that drives asks for it.
    /// - Returns: whether it was taken.
    func add(
        _ purpose: ViewQueue<Job>.Purpose = .change, of viewer: Int = PanelServer.nobody, isDrivers: Bool = false,
        _ job: @escaping Job
    ) -> Bool {
        let isAccepted = jobs.add(job, purpose, of: viewer, isDrivers: isDrivers)
        next()
        return isAccepted
    }

    /// A viewer is gone.
    func leave(_ viewer: Int) { jobs.leave(viewer) }

    /// Drops the jobs that have not begun.
    func close() { jobs.removeAll() }

    private func next() {
        guard !isBusy, let job = jobs.next() else { return }
        isBusy = true
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
