// Which of these two modules owns `timespec` depends on what the compiler has seen first.
import CWaldoShims
import Glibc
public import WaldoTime

/// The machine's CLOCK_MONOTONIC, which evdev timestamps and timerfds use too.
///
/// It does not advance while the machine is suspended and is never set back.
public enum Monotonic {
    /// Now.
    public static func now() -> Instant { Instant(microseconds: read(CLOCK_MONOTONIC)) }

    /// How long the machine has been suspended since boot, accurate to a few microseconds.
    public static func suspended() -> TimeSpan { .microseconds(read(CLOCK_BOOTTIME) - read(CLOCK_MONOTONIC)) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
