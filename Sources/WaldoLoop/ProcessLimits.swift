import CWaldoShims
import Glibc
import Synchronization

/// Limits that a process gives itself before it reads what may come from anybody (setrlimit(2)). A lower limit that it
/// was started with stays.
public enum ProcessLimits {
    /// The limits that the process was started with, by resource, of those that it has set.
    private static let former = Mutex<[CInt: UInt64]>([:])

    /// Lets the address space grow by so many bytes from now on. Memory that cannot be had ends the process.
    public static func limitMemory(to bytes: UInt64) { set(RLIMIT_AS, addressSpace + bytes) }

    /// Gives the address space the limit back that the process was started with.
    public static func liftMemory() { set(RLIMIT_AS, .max) }

    /// Lets the process have so many bytes of data: its heap, and what it maps for itself.
    public static func limitData(to bytes: UInt64) { set(RLIMIT_DATA, bytes) }

    /// Lets the process compute for so many seconds from now on. What takes longer ends it by SIGXCPU.
    public static func limitTime(to seconds: UInt64) {
        var usage = rusage()
        getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
        set(RLIMIT_CPU, UInt64(max(0, usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)) + 1 + seconds)
    }

    /// Lets each file that the process writes have so many bytes. A write of more fails with EFBIG.
    public static func limitFileSize(to bytes: UInt64) { set(RLIMIT_FSIZE, bytes) }

    /// Gives files the limit back that the process was started with.
    public static func liftFileSize() { set(RLIMIT_FSIZE, .max) }

    /// Has a crash leave no file behind: it would have what was read.
    public static func forbidCoreFiles() { set(RLIMIT_CORE, 0) }

    /// Gives up for good what set-user-ID programs would add to the user's rights (prctl(2), PR_SET_NO_NEW_PRIVS).
    public static func forbidNewPrivileges() { waldo_forbid_new_privileges() }

    /// Ends the process once the one that has started it is gone, which holds the other end of its standard input. The
    /// signal for this (PR_SET_PDEATHSIG) comes already when the thread ends that has started it.
    public static func endWithParent() {
        let parent = getppid()
        try? BackgroundThread.start(name: "parent") {
            var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
            while poll(&input, 1, -1) < 1 {}
            // Who has only closed the pipe still waits for an answer.
            while getppid() == parent { usleep(200_000) }
            _exit(0)
        }
    }

    /// Lets every other process of usual priority go first.
    public static func yieldToOthers() { _ = nice(10) }

    /// The memory of the machine, in bytes.
    public static var machineMemory: UInt64 {
        let pages = sysconf(CInt(_SC_PHYS_PAGES)), size = sysconf(CInt(_SC_PAGESIZE))
        return pages > 0 && size > 0 ? UInt64(pages) * UInt64(size) : 1 << 30
    }

    /// The address space that the process has.
    private static var addressSpace: UInt64 {
        guard let pages = KernelFile.lines(of: "/proc/self/statm").first else { return 1 << 30 }
        return UInt64(strtoull(pages, nil, 10)) * UInt64(sysconf(CInt(_SC_PAGESIZE)))
    }

    /// Sets a limit, up to the one that the process was started with.
    private static func set(_ resource: __rlimit_resource, _ value: UInt64) {
        let number = CInt(resource.rawValue)
        former.withLock { former in
            var limit = rlimit()
            guard getrlimit(number, &limit) == 0 else { return }
            let own = former[number] ?? UInt64(limit.rlim_cur)
            former[number] = own
            limit.rlim_cur = rlim_t(min(value, own))
            setrlimit(number, &limit)
        }
    }
}
