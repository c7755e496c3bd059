import Foundation
import Glibc
import Synchronization
import WaldoLoop
import WaldoTime

/// Notices when the machine does nothing for a while: another machine on the same host has its processors, or too
/// many programs wait for them. What is late then says nothing about the program.
///
/// A thread for each processor wakes up every 5 ms and keeps the times at which it came far too late. A processor
/// that was taken away while no thread was on it is in the kernel's account of stolen time.
final class MachineWatch: Sendable {
    /// The one of this process, which runs as long as it does.
    static let shared = MachineWatch()

    /// How late a thread has to come, and how much time has to be stolen: well above what a full machine causes, and
    /// well below what the cells allow.
    private static let tooLong: TimeSpan = .milliseconds(120)
    private static let period: TimeSpan = .milliseconds(5)

    private let stalls = Mutex<[(from: Instant, to: Instant)]>([])

    private init() {
        for _ in 0..<sysconf(CInt(_SC_NPROCESSORS_ONLN)) { Thread.detachNewThread { [self] in watch() } }
    }

    private func watch() {
        var last = Monotonic.now()
        while true {
            usleep(UInt32(Self.period.microseconds))
            let now = Monotonic.now(), begin = last
            if now - begin > Self.tooLong { stalls.withLock { $0.append((begin, now)) } }
            last = now
        }
    }

    /// A moment, to ask later what happened since then.
    struct Mark {
        let time = Monotonic.now()
        fileprivate let stolen = MachineWatch.stolen()
    }

    /// The longest time since then for which a processor did nothing, if it was too long; zero otherwise.
    func longestStall(since mark: Mark) -> TimeSpan {
        let late = stalls.withLock { $0.filter { $0.to >= mark.time }.map { $0.to - $0.from }.max() ?? .zero }
        let stolen = zip(mark.stolen, Self.stolen()).map { $1 - $0 }.max() ?? .zero
        return stolen > Self.tooLong ? max(late, stolen) : late
    }

    /// The time stolen from each processor: the eighth number of its line in /proc/stat, in hundredths of a second.
    private static func stolen() -> [TimeSpan] {
        let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.hasPrefix("cpu") && !$0.hasPrefix("cpu ") }.map { line in
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            return .milliseconds(numbers.count > 7 ? numbers[7] * 10 : 0)
        }
    }
}
