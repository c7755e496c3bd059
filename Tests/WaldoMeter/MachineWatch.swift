import Glibc
import WaldoTime

/// Notices when the machine itself stood still: its host had the processors, or paused it.
///
/// It belongs to a thread that sleeps for a known time: where that comes late and has not waited for other threads, nobody
/// had the processor.
struct MachineWatch {
    /// How late the thread must come: timers of a healthy machine come within a few milliseconds.
    private static let tooLate: TimeSpan = .milliseconds(20)

    /// The thread to which the watch belongs.
    let thread = MachineWatch.currentThread()

    private let ownDelays = ProcFile("/proc/thread-self/schedstat"), machine = ProcFile("/proc/stat")
    private var slept = Instant.distantPast
    private var waited: Int64 = 0
    private var stolen: [Int64] = []

    /// The thread begins to sleep.
    mutating func sleeps(at time: Instant) { (slept, waited) = (time, ownWaits) }

    /// Takes that the thread has slept for a span, and returns for how long the machine stood still meanwhile.
    func woke(at time: Instant, after span: TimeSpan) -> TimeSpan {
        let late = time - slept - span - TimeSpan.microseconds((ownWaits - waited) / 1_000)
        return late > Self.tooLate ? late : .zero
    }

    /// Reads the machine's account: the nanoseconds that its processors have worked for anybody or were stolen, and the time
    /// that was stolen, since the last call, from the processor that lost most.
    mutating func readMachine() -> (busy: Int64, stolen: TimeSpan) {
        let lines = machine?.text().split(separator: "\n").filter { $0.hasPrefix("cpu") && !$0.hasPrefix("cpu ") } ?? []
        // user, nice, system, idle, iowait, irq, softirq, steal: hundredths of a second.
        let processors = lines.map { $0.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) } }
            .filter { $0.count == 8 }
        let now = processors.map { $0[7] }
        defer { stolen = now }
        return (
            processors.reduce(0) { $0 + $1.reduce(0, +) - $1[3] - $1[4] } * 10_000_000,
            .milliseconds((zip(stolen, now).map { $1 - $0 }.max() ?? 0) * 10)
        )
    }

    private var ownWaits: Int64 { ownDelays?.numbers(2)?[1] ?? 0 }

    /// The calling thread's id, which Glibc's module does not give: the last part of a link.
    private static func currentThread() -> Int32 {
        var path = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/thread-self", &path, path.count)
        let text = String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: "/").last.flatMap { Int32($0) } ?? 0
    }
}
