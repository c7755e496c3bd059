public import WaldoTime

/// Spans of time in order that do not touch: what overlaps is counted once.
public struct Spans: Sendable {
    /// One span.
    typealias Span = (from: Instant, to: Instant)

    private var all: [Span] = []

    /// Creates an empty set.
    public init() {}

    /// Whether it has none.
    var isEmpty: Bool { all.isEmpty }

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

    /// The parts between two times.
    func clipped(from: Instant, to: Instant) -> [Span] {
        all[((all.lastIndex { $0.to <= from } ?? -1) + 1)...].prefix { $0.from < to }
            .map { (max($0.from, from), min($0.to, to)) }
    }

    /// How long spans are together.
    static func length(_ spans: [Span]) -> TimeSpan {
        var length: TimeSpan = .zero, end = Instant.distantPast
        for span in spans.sorted(by: { $0.from < $1.from }) where span.to > end {
            length += span.to - max(span.from, end)
            end = span.to
        }
        return length
    }
}
