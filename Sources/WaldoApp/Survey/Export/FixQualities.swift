import WaldoSurvey
import WaldoTime

/// What receivers state with their newest fixes: satellites and dilution of precision, for each source in the order of
/// their times.
struct FixQualities {
    /// What a receiver states with a fix.
    struct Quality {
        /// The time of the fix.
        var at: Instant
        var satellites: Int?
        var hdop: Double?
    }

    /// A receiver's numbers are those of a row that ends as near to its fix: half of a row's five seconds.
    private static let near: TimeSpan = .milliseconds(2_500)
    private static let maxCount = 4096

    private let sources: [Fix.Source]
    private var lists: [[Quality]]

    /// - Parameter sources: the sources, the most trusted first.
    init(of sources: [Fix.Source]) {
        self.sources = sources
        lists = sources.map { _ in [] }
    }

    /// Adds what a fix states; one that is older than its source's last is left out.
    mutating func add(_ fix: Fix) {
        guard fix.isValid, fix.satellites != nil || fix.hdop != nil,
            let source = sources.firstIndex(of: fix.source), fix.at >= lists[source].last?.at ?? .distantPast
        else { return }
        if lists[source].count == Self.maxCount { lists[source].removeFirst(Self.maxCount / 2) }
        lists[source].append(Quality(at: fix.at, satellites: fix.satellites, hdop: fix.hdop))
    }

    /// What the receiver states at a time: that of the first source with a fix near it; nil: none has one.
    func quality(at time: Instant) -> Quality? {
        for list in lists {
            var (low, high) = (0, list.count)
            while low < high {
                let middle = (low + high) / 2
                if list[middle].at < time { low = middle + 1 } else { high = middle }
            }
            let nearest = [low - 1, low].filter(list.indices.contains).map { list[$0] }
                .min { Self.distance($0.at, time) < Self.distance($1.at, time) }
            if let nearest, Self.isNear(nearest.at, time) { return nearest }
        }
        return nil
    }

    /// Whether two times are near enough for the one to state the quality of the other.
    static func isNear(_ one: Instant, _ other: Instant) -> Bool { distance(one, other) <= near }

    private static func distance(_ one: Instant, _ other: Instant) -> TimeSpan {
        one < other ? other - one : one - other
    }
}
