/// The newest values in their order, at most a fixed number of them: one more overwrites the oldest. Nothing is
/// allocated once it is made.
package struct BoundedRing<Element: Sendable>: Sendable {
    private var storage: [Element]
    private var first = 0
    /// How many values it holds.
    package private(set) var count = 0

    /// - Parameters:
    ///   - capacity: at least 1.
    ///   - filling: what stands in the places that hold no value.
    package init(capacity: Int, filling: Element) { storage = Array(repeating: filling, count: capacity) }

    /// Whether the next value overwrites the oldest.
    package var isFull: Bool { count == storage.count }

    /// A value: 0 for the oldest.
    package subscript(place: Int) -> Element { storage[slot(place)] }

    private func slot(_ place: Int) -> Int {
        let slot = first + place
        return slot < storage.count ? slot : slot - storage.count
    }

    /// Adds the newest value.
    package mutating func append(_ element: Element) {
        if isFull { removeFirst() }
        storage[slot(count)] = element
        count += 1
    }

    /// Puts a value in place of the newest one; there is one.
    package mutating func replaceLast(_ element: Element) { storage[slot(count - 1)] = element }

    /// Changes a value: 0 for the oldest.
    package mutating func mutate(_ place: Int, _ change: (inout Element) -> Void) { change(&storage[slot(place)]) }

    package mutating func removeFirst() {
        first = slot(1)
        count -= 1
    }

    package mutating func removeLast() { count -= 1 }

    /// How many of the oldest values have a property that, if a value has it, all older ones have as well.
    package func prefixCount(while holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension BoundedRing: Equatable where Element: Equatable {}
