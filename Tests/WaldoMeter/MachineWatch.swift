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
    private var woken: Instant
    private var waited: Int64 = 0
    private var stolen: [TimeSpan] = []

    /// Starts to watch.
    init(at time: Instant) {
        woken = time
        waited = ownWaits
        stolen = stolenNow
    }

    /// Takes that the thread has slept for a span, and returns for how long the machine stood still meanwhile.
    mutating func woke(at time: Instant, after span: TimeSpan) -> TimeSpan {
        let late = time - woken - span - TimeSpan.microseconds((ownWaits - waited) / 1_000)
        (woken, waited) = (time, ownWaits)
        return late > Self.tooLate ? late : .zero
    }

    /// The time that was stolen from the processor that lost most, since the last call.
    mutating func stolenSince() -> TimeSpan {
        let now = stolenNow
        defer { stolen = now }
        return zip(stolen, now).map { $1 - $0 }.max() ?? .zero
    }

    private var ownWaits: Int64 { ownDelays?.numbers(2)?[1] ?? 0 }

    /// The time stolen from each processor: the eighth number of its line in /proc/stat, in hundredths of a second.
    private var stolenNow: [TimeSpan] {
        let lines = machine?.text().split(separator: "\n") ?? []
        return lines.filter { $0.hasPrefix("cpu") && !$0.hasPrefix("cpu ") }.map { line in
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            return .milliseconds(numbers.count > 7 ? numbers[7] * 10 : 0)
        }
    }

    /// The calling thread's id, which Glibc's module does not give: the last part of a link.
    private static func currentThread() -> Int32 {
        var path = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/thread-self", &path, path.count)
        let text = String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: "/").last.flatMap { Int32($0) } ?? 0
    }
}
