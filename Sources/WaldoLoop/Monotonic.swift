// Which of these two modules owns `timespec` depends on what the compiler has seen first.
internal import CWaldoShims
internal import Glibc

/// The machine's CLOCK_MONOTONIC, which evdev timestamps and timerfds use too.
///
/// It does not advance while the machine is suspended and is never set back.
public enum Monotonic {
    /// Now, in microseconds.
    public static func now() -> Int64 { read(CLOCK_MONOTONIC) }

    /// How long the machine has been suspended since boot, in microseconds, accurate to a few of them.
    public static func suspended() -> Int64 { read(CLOCK_BOOTTIME) - read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
