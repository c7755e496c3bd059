import WaldoCore
import WaldoSurvey

/// Fills the tables of an R*-tree (sqlite.org/rtree.html, section 6) with all points at once: strips by x, each sorted
/// by y and cut into full nodes. SQLite's own inserting takes some 30 us a point; this takes two.
///
/// Beside one strip, only the nodes' boxes are held in memory: a fiftieth of the points.
final class SpatialIndexBuilder {
    /// A point, or a node with the box around its entries, in 32-bit numbers rounded outwards.
    private struct Entry {
        var id: Int64
        var minX: Float, maxX: Float, minY: Float, maxY: Float

        init(_ id: Int64, _ x: Double, _ y: Double) {
            self.id = id
            (minX, maxX, minY, maxY) = (below(x), above(x), below(y), above(y))
        }

        init(_ id: Int64, around entries: ArraySlice<Entry>) {
            self.id = id
            minX = entries.reduce(.infinity) { min($0, $1.minX) }
            maxX = entries.reduce(-.infinity) { max($0, $1.maxX) }
            minY = entries.reduce(.infinity) { min($0, $1.minY) }
            maxY = entries.reduce(-.infinity) { max($0, $1.maxY) }
        }
    }

    private let points: PreparedStatement, node: PreparedStatement, rowid: PreparedStatement, parent: PreparedStatement
    private let nodeSize: Int, count: Int
    private var lastNode: Int64 = 1

    private static let root: Int64 = 1
    /// A cell: an id and four numbers.
    private static let cellSize = 24
    private var capacity: Int { (nodeSize - 4) / Self.cellSize }

    /// - Parameter layer: its index is there and empty.
    init(_ layer: FeatureLayer, in connection: Connection) throws(StoreError) {
        let (index, system) = (layer.index, layer.system.rawValue)
        nodeSize = Int(try connection.number("SELECT length(data) FROM \(index)_node WHERE nodeno = 1") ?? 0)
        count = Int(try connection.number("SELECT count(*) FROM sample WHERE srs = \(system)") ?? 0)
        points = try connection.prepare("SELECT id, x, y FROM sample WHERE srs = \(system) ORDER BY x, y")
        node = try connection.prepare("INSERT OR REPLACE INTO \(index)_node (nodeno, data) VALUES (?, ?)")
        rowid = try connection.prepare("INSERT INTO \(index)_rowid (rowid, nodeno) VALUES (?, ?)")
        parent = try connection.prepare("INSERT INTO \(index)_parent (nodeno, parentnode) VALUES (?, ?)")
    }

    /// Builds the tree.
    func build() throws(StoreError) {
        guard count > 0, capacity > 1 else { return }
        var level = try leaves()
        var depth = 0
        while level.count > 1 {
            depth += 1
            level = try nodes(over: level, depth: depth)
        }
    }

    private func leaves() throws(StoreError) -> [Entry] {
        let nodes = (count + capacity - 1) / capacity
        let length = Int(Double(nodes).squareRoot().rounded(.up)) * capacity
        var leaves: [Entry] = []
        var strip: [Entry] = []
        while try points.step() {
            strip.append(Entry(points.int(0), points.double(1), points.double(2)))
            if strip.count == length { try cut(&strip, into: &leaves) }
        }
        try cut(&strip, into: &leaves)
        return leaves
    }

    private func cut(_ strip: inout [Entry], into leaves: inout [Entry]) throws(StoreError) {
        strip.sort { ($0.minY, $0.id) < ($1.minY, $1.id) }
        for start in stride(from: 0, to: strip.count, by: capacity) {
            let entries = strip[start..<min(start + capacity, strip.count)]
            let number = number(isRoot: count <= capacity)
            try write(number, entries, depth: 0, links: rowid)
            leaves.append(Entry(number, around: entries))
        }
        strip.removeAll(keepingCapacity: true)
    }

    private func nodes(over level: [Entry], depth: Int) throws(StoreError) -> [Entry] {
        var nodes: [Entry] = []
        for start in stride(from: 0, to: level.count, by: capacity) {
            let entries = level[start..<min(start + capacity, level.count)]
            let number = number(isRoot: level.count <= capacity)
            try write(number, entries, depth: depth, links: parent)
            nodes.append(Entry(number, around: entries))
        }
        return nodes
    }

    private func number(isRoot: Bool) -> Int64 {
        if isRoot { return Self.root }
        lastNode += 1
        return lastNode
    }

    /// Writes a node; only the root's depth is looked at.
    private func write(
        _ number: Int64, _ entries: ArraySlice<Entry>, depth: Int, links: PreparedStatement
    ) throws(StoreError) {
        node.bind(number)
        withUnsafeTemporaryAllocation(byteCount: nodeSize, alignment: 8) { bytes in
            _ = bytes.initializeMemory(as: UInt8.self, repeating: 0)
            bytes.storeBytes(of: UInt16(depth).bigEndian, toByteOffset: 0, as: UInt16.self)
            bytes.storeBytes(of: UInt16(entries.count).bigEndian, toByteOffset: 2, as: UInt16.self)
            var cell = 4
            for entry in entries {
                bytes.storeBytes(of: entry.id.bigEndian, toByteOffset: cell, as: Int64.self)
                for (offset, value) in [entry.minX, entry.maxX, entry.minY, entry.maxY].enumerated() {
                    bytes.storeBytes(
                        of: value.bitPattern.bigEndian, toByteOffset: cell + 8 + offset * 4, as: UInt32.self)
                }
                cell += Self.cellSize
            }
            node.bind(UnsafeRawBufferPointer(bytes), isText: false)
        }
        try node.run()
        for entry in entries {
            links.bind(entry.id)
            links.bind(number)
            try links.run()
        }
    }
}

/// The greatest 32-bit number that is not above.
private func below(_ value: Double) -> Float {
    let near = Float(value)
    return Double(near) > value ? near.nextDown : near
}

/// The least 32-bit number that is not below.
private func above(_ value: Double) -> Float {
    let near = Float(value)
    return Double(near) < value ? near.nextUp : near
}
