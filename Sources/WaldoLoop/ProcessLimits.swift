internal import CWaldoShims
internal import Glibc

/// Limits that a process gives itself before it reads what may come from anybody (setrlimit(2)). They can be lifted
/// again.
public enum ProcessLimits {
    /// Lets the address space grow by so many bytes from now on. Memory that cannot be had ends the process.
    public static func limitMemory(to bytes: UInt64) { set(RLIMIT_AS, addressSpace + bytes) }

    /// Takes the limit of memory away.
    public static func liftMemory() { set(RLIMIT_AS, .max) }

    /// Lets the process compute for so many seconds from now on. What takes longer ends it by SIGXCPU.
    public static func limitTime(to seconds: UInt64) {
        var usage = rusage()
        getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
        set(RLIMIT_CPU, UInt64(max(0, usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)) + 1 + seconds)
    }

    /// Has a crash leave no file behind: it would have what was read.
    public static func forbidCoreFiles() { set(RLIMIT_CORE, 0) }

    /// Lets every other process of usual priority go first.
    public static func yieldToOthers() { _ = nice(10) }

    /// The memory of the machine, in bytes.
    public static var machineMemory: UInt64 {
        let pages = sysconf(CInt(_SC_PHYS_PAGES)), size = sysconf(CInt(_SC_PAGESIZE))
        return pages > 0 && size > 0 ? UInt64(pages) * UInt64(size) : 1 << 30
    }

    /// The address space that the process has.
    private static var addressSpace: UInt64 {
        guard let file = fopen("/proc/self/statm", "re") else { return 1 << 30 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, CInt(line.count), file) != nil else { return 1 << 30 }
        return UInt64(strtoull(line, nil, 10)) * UInt64(sysconf(CInt(_SC_PAGESIZE)))
    }

    /// Sets a limit, as far as the hard one allows.
    private static func set(_ resource: __rlimit_resource, _ value: UInt64) {
        var limit = rlimit()
        guard getrlimit(CInt(resource.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = rlim_t(min(value, UInt64(limit.rlim_max)))
        setrlimit(CInt(resource.rawValue), &limit)
    }
}
