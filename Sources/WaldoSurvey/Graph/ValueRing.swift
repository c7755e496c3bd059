import WaldoTime

/// The newest values of a node, at most a fixed number of them, and their sum: nothing is allocated once it is made.
///
/// The sum is never corrected by subtracting a value that leaves, so that rounding errors do not add up. The older part
/// of the values has at each of them the sum from there on; the newer part has one sum. When the older part is used up,
/// the newer part becomes it: each value is added twice, however many there are.
struct ValueRing {
    private var storage: [NodeValue]
    private var sums: [BinSum]
    private var first = 0
    private(set) var count = 0
    /// How many of the values belong to the older part.
    private var older = 0
    private var newer = BinSum()
    private let weighting: Weighting

    /// How the values of a sum are weighted.
    enum Weighting {
        /// All alike.
        case none
        /// By their exposures in microseconds, where they have some.
        case exposure
        /// All alike, and they share time.
        case shared
    }

    init(capacity: Int, weighting: Weighting = .none) {
        storage = Array(repeating: NodeValue(), count: max(1, capacity))
        sums = Array(repeating: BinSum(), count: storage.count)
        self.weighting = weighting
    }

    /// How many values a window of this length may hold: twice those that come in it, because after a stall of the link
    /// many arrive at once; at 100 ms each where their interval is not known, and 65,536 at most. When it is full the
    /// oldest is dropped, and what is computed without it is flagged `.partial`.
    static func capacity(over: TimeSpan, interval: TimeSpan?) -> Int {
        let interval = max(interval ?? .milliseconds(100), .microseconds(1))
        let count = over.microseconds / interval.microseconds
        return Int(min(count * 2 + 8, 65_536))
    }

    /// Whether the next value drops the oldest.
    var isFull: Bool { count == storage.count }

    /// From the oldest, 0, to the newest.
    subscript(index: Int) -> NodeValue { storage[slot(index)] }

    private func slot(_ index: Int) -> Int {
        let slot = first + index
        return slot < storage.count ? slot : slot - storage.count
    }

    /// Adds the newest value.
    /// - Returns: the oldest one, where it had to be dropped.
    mutating func append(_ value: NodeValue) -> NodeValue? {
        let dropped = isFull ? removeFirst() : nil
        storage[slot(count)] = value
        count += 1
        add(value, to: &newer)
        return dropped
    }

    @discardableResult
    mutating func removeFirst() -> NodeValue {
        if older == 0 { makeOlder() }
        let value = storage[first]
        first = slot(1)
        count -= 1
        older -= 1
        return value
    }

    /// The sum of all values.
    var sum: BinSum {
        guard older > 0 else { return newer }
        var sum = sums[first]
        sum.add(newer)
        return sum
    }

    /// Adds a value to a sum with its weight.
    func add(_ value: NodeValue, to sum: inout BinSum) {
        let microseconds = value.exposure.microseconds
        let weight = weighting == .exposure && microseconds > 0 ? Double(microseconds) : 1
        sum.add(value, weight: weight, isShared: weighting == .shared)
    }

    private mutating func makeOlder() {
        var sum = BinSum()
        for index in stride(from: count - 1, through: 0, by: -1) {
            add(storage[slot(index)], to: &sum)
            sums[slot(index)] = sum
        }
        older = count
        newer = BinSum()
    }
}
