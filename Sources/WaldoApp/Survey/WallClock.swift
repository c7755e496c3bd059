internal import Glibc
internal import WaldoLoop
internal import WaldoTime

/// The machine's CLOCK_REALTIME.
enum WallClock {
    /// What it shows, or showed, at a time of the monotonic clock, in microseconds since 1970.
    static func utc(at time: Instant) -> Int64 {
        var real = timespec()
        clock_gettime(CLOCK_REALTIME, &real)
        let passed = Monotonic.now() - time
        return Int64(real.tv_sec) * 1_000_000 + Int64(real.tv_nsec) / 1_000 - passed.microseconds
    }
}
