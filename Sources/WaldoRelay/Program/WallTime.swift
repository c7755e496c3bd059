internal import Glibc

/// The machine's CLOCK_REALTIME.
enum WallTime {
    /// Microseconds since 1970.
    static func now() -> Int64 {
        var real = timespec()
        clock_gettime(CLOCK_REALTIME, &real)
        return Int64(real.tv_sec) * 1_000_000 + Int64(real.tv_nsec) / 1000
    }

    /// `2026-11-22T17:25:15Z`.
    static func text(_ utc: Int64) -> String {
        var seconds = time_t(utc / 1_000_000), parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
