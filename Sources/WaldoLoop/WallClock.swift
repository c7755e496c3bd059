// Which of these two modules owns `timespec` depends on what the compiler has seen first.
import CWaldoShims
import Glibc
public import WaldoTime

/// The machine's CLOCK_REALTIME, in microseconds since 1970. For readers alone: it may be set.
public enum WallClock {
    /// What it shows.
    public static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// What it showed, or will show, at a time of the monotonic clock.
    public static func utc(at time: Instant) -> Int64 { now() - (Monotonic.now() - time).microseconds }
}
