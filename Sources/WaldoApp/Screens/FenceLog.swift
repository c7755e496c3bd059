import WaldoTime

/// Which regions of the fence the log names. Along a face of a region the hand is held and free in turn: one that
/// begins to hold is named if it has been free for a second.
struct FenceLog {
    private static let rest = TimeSpan.seconds(1)
    private var holding: Set<String> = []
    /// When regions were freed, within the last second.
    private var freed: [String: Instant] = [:]

    /// Whether the log names a region now.
    /// - Parameter held: the regions that hold now.
    mutating func names(_ held: [String], at now: Instant) -> Bool {
        for name in holding where !held.contains(name) { freed[name] = now }
        freed = freed.filter { now - $0.value < Self.rest }
        defer { holding = Set(held) }
        return held.contains { !holding.contains($0) && freed[$0] == nil }
    }
}
