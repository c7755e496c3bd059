/// Nodes by the least cost of a route through them; equal ones in the order of their numbers.
struct RouteHeap {
    private var items: [(cost: Double, node: Int32)] = []

    mutating func add(_ node: Int, _ cost: Double) {
        let item = (cost: cost, node: Int32(node))
        items.append(item)
        var index = items.count - 1
        while index > 0 {
            let parent = (index - 1) / 4
            guard isBefore(item, items[parent]) else { break }
            items[index] = items[parent]
            index = parent
        }
        items[index] = item
    }

    mutating func removeFirst() -> (cost: Double, node: Int)? {
        guard let first = items.first, let last = items.popLast() else { return nil }
        guard !items.isEmpty else { return (first.cost, Int(first.node)) }
        var index = 0
        while true {
            let children = 4 * index + 1
            guard children < items.count else { break }
            var least = children
            for child in children + 1..<max(children + 1, min(children + 4, items.count))
            where isBefore(items[child], items[least]) { least = child }
            guard isBefore(items[least], last) else { break }
            items[index] = items[least]
            index = least
        }
        items[index] = last
        return (first.cost, Int(first.node))
    }

    private func isBefore(_ one: (cost: Double, node: Int32), _ other: (cost: Double, node: Int32)) -> Bool {
        one.cost < other.cost || (one.cost == other.cost && one.node < other.node)
    }
}
