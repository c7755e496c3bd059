import WaldoTime

/// Processor time that has been used until some times.
struct Usage: Sendable {
    private var known: [(at: Instant, total: Int64)] = []

    /// When it was last noted.
    private(set) var last: Instant?

    /// Takes the nanoseconds used until a time, which is later than those before it.
    mutating func note(_ total: Int64, at time: Instant) {
        defer { last = time }
        guard let change = known.last else { return known.append((time, total)) }
        guard change.total != total else { return }
        // Until the last reading nothing was used.
        if let last, last > change.at { known.append((last, change.total)) }
        if let last, last == time { known.removeLast() }
        known.append((time, total))
    }

    /// Forgets what was used before a time.
    mutating func forget(before time: Instant) {
        if let first = known.firstIndex(where: { $0.at >= time }), first > 1 { known.removeFirst(first - 1) }
    }

    /// The processor time used between two times.
    func used(from: Instant, to: Instant) -> TimeSpan { .microseconds((used(until: to) - used(until: from)) / 1_000) }

    /// Between two known times it was used evenly.
    private func used(until time: Instant) -> Int64 {
        guard let index = known.lastIndex(where: { $0.at <= time }) else { return known.first?.total ?? 0 }
        let one = known[index]
        guard index + 1 < known.endIndex else { return one.total }
        let next = known[index + 1]
        let part = Double((time - one.at).microseconds) / Double((next.at - one.at).microseconds)
        return one.total + Int64(Double(next.total - one.total) * part)
    }
}
