import WaldoTime

/// Reads the machine's account of its processors: `/proc/stat` (Linux, `Documentation/filesystems/proc.rst`).
struct MachineWatch {
    /// A reading is exact to some hundredths of a second.
    private static let resolution: TimeSpan = .milliseconds(30)

    private let file = ProcFile("/proc/stat")
    /// Each processor's hundredths of a second: user, nice, system, idle, iowait, irq, softirq, steal.
    private var last: (at: Instant, processors: [[Int64]])?

    /// What a reading says.
    struct Reading {
        /// The nanoseconds that the processors have worked for anybody, or were stolen, since the machine's start.
        let busy: Int64
        /// For how long before the reading a processor did nothing for anybody: its host had taken it, or had paused
        /// the machine, which leaves a time in no account.
        let standstill: TimeSpan
    }

    /// Reads the account at a time.
    mutating func read(at time: Instant) -> Reading {
        let lines = file?.text().split(separator: "\n").filter { $0.hasPrefix("cpu") && !$0.hasPrefix("cpu ") } ?? []
        let processors = lines.map { $0.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) } }
            .filter { $0.count == 8 }
        defer { last = (time, processors) }
        let busy = processors.reduce(0) { $0 + $1.reduce(0, +) - $1[3] - $1[4] } * 10_000_000
        guard let last, last.processors.count == processors.count else { return Reading(busy: busy, standstill: .zero) }
        let standstills = zip(last.processors, processors).map { before, now in
            let steps = zip(before, now).map { $1 - $0 }
            let stolen: TimeSpan = .milliseconds(steps[7] * 10)
            let missing = (time - last.at) - .milliseconds(steps.reduce(0, +) * 10)
            return missing > Self.resolution ? stolen + missing : stolen
        }
        return Reading(busy: busy, standstill: standstills.max() ?? .zero)
    }
}
