internal import Glibc
public import WaldoTime

/// Converts a recording's times to wall-clock time (UTC).
public struct WallTime: Sendable {
    /// Microseconds since 1970 whose nanoseconds fit in 64 bits: until the year 2554.
    private static let span = 0...Int64(UInt64.max / 1_000)

    private let started: Int64

    /// - Parameter started: when the recording began, in microseconds since 1970.
    public init(started: Int64) { self.started = started }

    /// Whether a time of the recording is within the representable range; one outside it means that the file was
    /// altered.
    public func holds(_ time: Instant) -> Bool {
        let (sum, overflow) = started.addingReportingOverflow(time.microseconds)
        return !overflow && Self.span.contains(sum)
    }

    /// Microseconds since 1970; for a time that `holds` rejects, the nearest end of the range.
    func microseconds(_ time: Instant) -> Int64 {
        let (sum, overflow) = started.addingReportingOverflow(time.microseconds)
        if overflow { return started > 0 ? Self.span.upperBound : Self.span.lowerBound }
        return max(Self.span.lowerBound, min(Self.span.upperBound, sum))
    }

    /// ISO 8601 text, `2026-11-21T07:15:02.123456Z`; for a time that `holds` rejects, the nearest end of the range.
    public func text(_ time: Instant) -> String {
        let moment = microseconds(time)
        var seconds = time_t(moment / 1_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text: [UInt8] = []
        func add(_ number: Int, width: Int, then mark: Character) {
            let digits = String(number)
            text.add(String(repeating: "0", count: max(0, width - digits.count)) + digits)
            text.add(String(mark))
        }
        add(Int(parts.tm_year) + 1900, width: 4, then: "-")
        add(Int(parts.tm_mon) + 1, width: 2, then: "-")
        add(Int(parts.tm_mday), width: 2, then: "T")
        add(Int(parts.tm_hour), width: 2, then: ":")
        add(Int(parts.tm_min), width: 2, then: ":")
        add(Int(parts.tm_sec), width: 2, then: ".")
        add(Int(moment % 1_000_000), width: 6, then: "Z")
        return String(decoding: text, as: UTF8.self)
    }
}
