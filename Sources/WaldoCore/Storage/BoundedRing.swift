/// The newest values in their order, at most a fixed number of them: one more overwrites the oldest. Nothing is
/// allocated once it is made.
@frozen
public struct BoundedRing<Element: Sendable>: Sendable {
    @usableFromInline var storage: [Element]
    @usableFromInline var first = 0
    @usableFromInline var used = 0

    /// An empty ring.
    /// - Parameters:
    ///   - capacity: at least 1.
    ///   - filling: fills the unused part of the storage.
    @inlinable
    public init(capacity: Int, filling: Element) { storage = Array(repeating: filling, count: capacity) }

    /// How many values it holds.
    @inlinable public var count: Int { used }

    /// Whether the next value overwrites the oldest.
    @inlinable public var isFull: Bool { used == storage.count }

    /// A value: 0 for the oldest.
    @inlinable public subscript(index: Int) -> Element { storage[slot(index)] }

    @inlinable func slot(_ index: Int) -> Int {
        let slot = first + index
        return slot < storage.count ? slot : slot - storage.count
    }

    /// Adds the newest value.
    @inlinable
    public mutating func append(_ element: Element) {
        if isFull { removeFirst() }
        storage[slot(used)] = element
        used += 1
    }

    /// Replaces the newest value; there is one.
    @inlinable public mutating func replaceLast(_ element: Element) { storage[slot(used - 1)] = element }

    /// Changes a value: 0 for the oldest.
    @inlinable
    public mutating func mutate(_ index: Int, _ change: (inout Element) -> Void) { change(&storage[slot(index)]) }

    /// Removes the oldest value; there is one.
    @inlinable
    public mutating func removeFirst() {
        first = slot(1)
        used -= 1
    }

    /// Removes the newest value; there is one.
    @inlinable public mutating func removeLast() { used -= 1 }

    /// How many of the oldest values have a property that, if a value has it, all older ones have as well.
    @inlinable
    public func prefixCount(while holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension BoundedRing: Equatable where Element: Equatable {}
