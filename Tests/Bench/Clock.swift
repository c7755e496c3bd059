import Glibc

/// CLOCK_MONOTONIC, the only clock for timestamps: of reports that are fed and of records that arrive.
enum Clock {
    /// The present time, in nanoseconds.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sleeps until a time in nanoseconds, as precisely as the kernel can.
    static func sleep(until time: Int64) {
        var spec = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &spec, nil) == EINTR {}
    }

    /// Sets this thread's timer slack to 1 ns, so that the kernel wakes it on time and not, by default, up to 50 µs
    /// later together with others.
    static func wakeThisThreadOnTime() {
        // "PID/task/TID"
        var link = [CChar](repeating: 0, count: 64)
        guard readlink("/proc/thread-self", &link, link.count - 1) > 0 else { return }
        let thread = link.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }.split(separator: "/").last ?? ""
        guard let slack = fopen("/proc/\(thread)/timerslack_ns", "we") else { return }
        fputs("1", slack)
        fclose(slack)
    }
}
