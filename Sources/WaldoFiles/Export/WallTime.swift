import WaldoCore
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
    public func text(_ time: Instant) -> String { DateText.text(microseconds(time)) }
}
