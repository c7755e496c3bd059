/// The jobs that wait for a file. Those of the page that drives come before those of others, and what pages may ask
/// for without end waits once for each of them: no viewer keeps the driver out.
struct ViewQueue<Job> {
    /// What a job is for.
    enum Purpose: Equatable {
        /// Each is done, unless too many wait.
        case change
        /// Only the newest of a viewer is done.
        case list, open(slot: Int), samples(slot: Int), route
    }

    /// More changes are refused: no page waits for so many.
    static var maxChanges: Int { 16 }

    private var jobs: [(job: Job, purpose: Purpose, viewer: Int, isDrivers: Bool)] = []

    var isEmpty: Bool { jobs.isEmpty }

    /// Adds a job, in place of the one of this viewer for the same purpose, which is dropped.
    /// - Returns: whether it was taken.
    mutating func add(_ job: Job, _ purpose: Purpose, of viewer: Int, isDrivers: Bool) -> Bool {
        if purpose == .change {
            guard jobs.count(where: { $0.purpose == .change }) < Self.maxChanges else { return false }
        } else if let waiting = jobs.firstIndex(where: { $0.purpose == purpose && $0.viewer == viewer }) {
            if jobs[waiting].isDrivers == isDrivers {
                jobs[waiting].job = job
                return true
            }
            jobs.remove(at: waiting)
        }
        let index = isDrivers ? jobs.firstIndex { !$0.isDrivers } : nil
        jobs.insert((job, purpose, viewer, isDrivers), at: index ?? jobs.endIndex)
        return true
    }

    /// Takes the job that is next.
    mutating func next() -> Job? { jobs.isEmpty ? nil : jobs.removeFirst().job }

    /// Drops what a viewer who is gone would only have seen.
    mutating func leave(_ viewer: Int) { jobs.removeAll { $0.viewer == viewer && $0.purpose != .change } }

    /// Drops all.
    mutating func removeAll() { jobs = [] }
}
