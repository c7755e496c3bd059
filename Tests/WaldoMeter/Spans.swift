public import WaldoTime

/// Spans of time in order, none of which touch: what overlaps is counted once.
public struct Spans: Sendable {
    private var all: [(from: Instant, to: Instant)] = []

    /// Creates an empty set.
    public init() {}

    /// Adds a span; most come in order, or nearly.
    public mutating func insert(_ from: Instant, _ to: Instant) {
        guard from < to else { return }
        let end = (all.lastIndex { $0.from <= to } ?? -1) + 1
        let begin = (all[..<end].lastIndex { $0.to < from } ?? -1) + 1
        let touched = all[begin..<end]
        all.replaceSubrange(
            begin..<end, with: [(min(from, touched.first?.from ?? from), max(to, touched.last?.to ?? to))])
    }

    /// Forgets what ended before a time.
    public mutating func forget(before time: Instant) { all.removeAll { $0.to < time } }

    /// The parts between two times of those spans that begin no later than a third time.
    func clipped(from: Instant, to: Instant, begunBy latest: Instant? = nil) -> Spans {
        var clipped = Spans()
        let last = min(latest ?? to, to)
        for span in all[((all.lastIndex { $0.to <= from } ?? -1) + 1)...] {
            guard span.from < to, span.from <= last else { break }
            clipped.all.append((max(span.from, from), min(span.to, to)))
        }
        return clipped
    }

    /// Adds all spans of another set.
    mutating func formUnion(_ other: Spans) { for span in other.all { insert(span.from, span.to) } }

    /// How long the spans are together.
    var length: TimeSpan { all.reduce(.zero) { $0 + ($1.to - $1.from) } }
}
