internal import WaldoTime

/// Samples that wait for their place, in the order in which the graph gave them. Bounded: when it is full, the oldest
/// is final earlier.
struct PendingSamples: Sendable {
    struct Entry: Sendable {
        var stream: Int
        var value: GraphValue
        /// When it is final at the latest.
        var due: Instant
    }

    static let capacity = 2048

    private var ring: [Entry]
    private var first = 0
    private(set) var count = 0

    init() {
        let empty = Entry(stream: 0, value: GraphValue(nil, from: .clockStart, to: .clockStart), due: .clockStart)
        ring = [Entry](repeating: empty, count: Self.capacity)
    }

    var isFull: Bool { count == Self.capacity }

    /// The oldest; nil: there is none.
    var oldest: Entry? { count == 0 ? nil : ring[first] }

    mutating func add(_ entry: Entry) {
        ring[(first + count) % Self.capacity] = entry
        count += 1
    }

    mutating func removeOldest() {
        first = (first + 1) % Self.capacity
        count -= 1
    }
}
