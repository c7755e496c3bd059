import WaldoCore
import WaldoTime

/// Writes times as graph files do, from microseconds to days.
enum SpanText {
    /// `113 us`, `1.5 s`, `1 min`, `24 h`.
    static func text(_ span: TimeSpan) -> String {
        let count = span.microseconds
        let units: [(Int64, String)] = [(3_600_000_000, "h"), (60_000_000, "min"), (1_000_000, "s"), (1000, "ms")]
        for (size, name) in units where count >= size && count % size == 0 { return "\(count / size) \(name)" }
        if count >= 1_000_000 { return "\(DecimalText.trimmed(count, decimals: 6)) s" }
        return count == 0 ? "0 s" : "\(count) us"
    }
}
