import Glibc
import WaldoTestSupport

/// The resources that a process has used so far, from /proc.
struct Usage: Sendable {
    /// Processor time of all threads, in nanoseconds.
    var processor: Int64 = 0
    /// Processor time in user mode and in the kernel, in clock ticks (usually 10 ms).
    var user = 0, system = 0
    /// Voluntary context switches: each is followed by a wakeup.
    var wakeups = 0
    /// Involuntary context switches.
    var preemptions = 0
    /// Minor page faults, and major ones, which read from disk.
    var faults = 0, diskFaults = 0
    /// Peak resident memory, in KiB.
    var peak = 0

    init(of pid: pid_t) {
        for task in Self.names(in: "/proc/\(pid)/task") {
            let folder = "/proc/\(pid)/task/\(task)"
            processor += Int64(Self.words(of: "\(folder)/schedstat").first ?? "0") ?? 0
            wakeups += Self.number("voluntary_ctxt_switches:", of: "\(folder)/status")
            preemptions += Self.number("nonvoluntary_ctxt_switches:", of: "\(folder)/status")
        }
        // The fields after the name, which ends at the last parenthesis.
        let stat = ((try? readFile("/proc/\(pid)/stat")) ?? "").split(separator: ")").last?.split(separator: " ") ?? []
        if stat.count > 12 {
            (faults, diskFaults) = (Int(stat[7]) ?? 0, Int(stat[9]) ?? 0)
            (user, system) = (Int(stat[11]) ?? 0, Int(stat[12]) ?? 0)
        }
        peak = Self.number("VmHWM:", of: "/proc/\(pid)/status")
    }

    /// The number of threads of a process.
    static func threads(of pid: pid_t) -> Int { names(in: "/proc/\(pid)/task").count }

    private static func words(of path: String) -> [Substring] {
        ((try? readFile(path)) ?? "").split { $0 == " " || $0 == "\n" }
    }

    private static func number(_ name: Substring, of path: String) -> Int {
        for line in ((try? readFile(path)) ?? "").split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "\t" }
            if words.count > 1, words[0] == name { return Int(words[1]) ?? 0 }
        }
        return 0
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.first != "." { names.append(name) }
        }
        return names
    }
}

/// The resources that a process used between two samples, per second.
struct UsageRate: Sendable {
    /// Share of one core: 1 is one core fully used.
    let processor: Double
    let user: Double, system: Double
    let wakeups: Double, preemptions: Double, faults: Double, diskFaults: Double
    /// Peak resident memory so far, in KiB.
    let peak: Int

    init(_ before: Usage, _ after: Usage, seconds: Double) {
        let ticks = Double(sysconf(CInt(_SC_CLK_TCK)))
        processor = Double(after.processor - before.processor) / 1e9 / seconds
        user = Double(after.user - before.user) / ticks / seconds
        system = Double(after.system - before.system) / ticks / seconds
        wakeups = Double(after.wakeups - before.wakeups) / seconds
        preemptions = Double(after.preemptions - before.preemptions) / seconds
        faults = Double(after.faults - before.faults) / seconds
        diskFaults = Double(after.diskFaults - before.diskFaults) / seconds
        peak = after.peak
    }
}
