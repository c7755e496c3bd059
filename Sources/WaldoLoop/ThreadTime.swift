// Which of these two modules owns `timespec` depends on what the compiler has seen first.
import CWaldoShims
import Glibc
public import WaldoTime

/// The processor's time of threads (clock_gettime(2), CLOCK_THREAD_CPUTIME_ID).
public enum ThreadTime {
    /// How long the calling thread has computed. Waits and stops do not count.
    public static func used() -> TimeSpan {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .microseconds(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
