import WaldoCore
import WaldoTime

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

    private var ring = BoundedRing(
        capacity: Self.capacity,
        filling: Entry(stream: 0, value: GraphValue(nil, from: .clockStart, to: .clockStart), due: .clockStart))

    init() {}

    var isFull: Bool { ring.isFull }

    /// The oldest; nil: there is none.
    var oldest: Entry? { ring.count == 0 ? nil : ring[0] }

    /// Adds one; it is not full.
    mutating func add(_ entry: Entry) { ring.append(entry) }

    mutating func removeOldest() { ring.removeFirst() }
}
