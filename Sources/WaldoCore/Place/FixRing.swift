internal import WaldoTime

/// The latest places of one source in the order of their times; the oldest is overwritten. It does not grow.
struct FixRing: Sendable {
    /// A place at a time.
    struct Entry: Sendable {
        var at: Instant
        var place: Place
    }

    /// How many places are kept.
    static let capacity = 1024
    /// How far apart in time two places are that are kept, the latest aside: however fast a receiver is, the ring
    /// covers 100 s, which is more than half of the longest exposure that is usual.
    static let spacing = TimeSpan.milliseconds(100)

    private var entries = BoundedRing(
        capacity: Self.capacity, filling: Entry(at: .clockStart, place: Place(x: 0, y: 0)))

    init() {}

    /// How many places it holds.
    var count: Int { entries.count }

    /// A place, 0 for the oldest.
    subscript(index: Int) -> Entry { entries[index] }

    /// The latest place's time; nil: there is none.
    var latest: Instant? { count == 0 ? nil : self[count - 1].at }

    /// Adds a place, or replaces the latest one if both have the same time or that one is too near to the one before
    /// it. One that is older than the latest is ignored.
    mutating func add(_ place: Place, at time: Instant) {
        let entry = Entry(at: time, place: place)
        guard let latest else { return entries.append(entry) }
        guard time >= latest else { return }
        let replaces = time == latest || count > 1 && latest - self[count - 2].at < Self.spacing
        if replaces { entries.replaceLast(entry) } else { entries.append(entry) }
    }

    /// The first place whose time is not before this one; `count` if all are earlier.
    func index(notBefore time: Instant) -> Int { entries.prefixCount { $0.at < time } }
}
