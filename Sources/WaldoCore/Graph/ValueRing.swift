internal import WaldoTime

/// The newest values of a node, at most a fixed number of them: nothing is allocated once it is made.
struct ValueRing {
    private var storage: [NodeValue]
    private var first = 0
    private(set) var count = 0

    init(capacity: Int) { storage = Array(repeating: NodeValue(), count: max(1, capacity)) }

    /// How many values a window of this length may hold: twice those that come in it, because after a stall of the link
    /// many arrive at once; at 100 ms each where their interval is not known, and 16,384 at most. When it is full the
    /// oldest is dropped, and what is computed without it is flagged `.partial`.
    static func capacity(over: TimeSpan, interval: TimeSpan?) -> Int {
        let interval = max(interval ?? .milliseconds(100), .microseconds(1))
        let count = over.microseconds / interval.microseconds
        return Int(min(count * 2 + 8, 16_384))
    }

    /// From the oldest, 0, to the newest.
    subscript(place: Int) -> NodeValue { storage[(first + place) % storage.count] }

    /// Adds the newest value.
    /// - Returns: the oldest one, where it had to be dropped.
    mutating func append(_ value: NodeValue) -> NodeValue? {
        let dropped = count == storage.count ? removeFirst() : nil
        storage[(first + count) % storage.count] = value
        count += 1
        return dropped
    }

    @discardableResult
    mutating func removeFirst() -> NodeValue {
        let value = storage[first]
        first = (first + 1) % storage.count
        count -= 1
        return value
    }
}
