public import WaldoStore

/// Some rows of a stream as they travel: all that the stream has of the ids above `after` up to `last`.
public struct Batch: Equatable, Sendable {
    /// The stream.
    public let stream: RelayStream
    /// The id that the batch follows, and the last one that it covers.
    public let after: Int64, last: Int64
    /// How many rows it has.
    public let count: Int
    /// The rows as lines of COPY text.
    public let rows: [UInt8]

    /// A batch of rows that are known to be right.
    public init(_ stream: RelayStream, after: Int64, last: Int64, count: Int, rows: [UInt8]) {
        self.stream = stream
        self.after = after
        self.last = last
        self.count = count
        self.rows = rows
    }

    /// Its payload.
    public var payload: [UInt8] {
        var payload: [UInt8] = []
        let head = Self.head(of: stream.table)
        payload.reserveCapacity(head.count + rows.count + 80)
        payload += head
        payload += "\(after)\t\(last)\t\(count)\n".utf8
        payload += rows
        Wire.seal(&payload)
        return payload
    }

    /// Parses a payload, and holds each row against the rules of its table.
    /// - Parameters:
    ///   - payload: what came, from anywhere.
    ///   - stream: that of its topic.
    ///   - rules: those of the stream's table.
    /// - Throws: `Wire.Fault`.
    public init(
        _ payload: UnsafeRawBufferPointer, of stream: RelayStream, rules: CopyRules
    ) throws(Wire.Fault) {
        var lines = LineReader(try Wire.unsealed(payload))
        guard let head = lines.next(), let extent = lines.next() else { throw Wire.Fault("it has no head") }
        guard rules.table.name == stream.table.rawValue, Self.head(of: stream.table).dropLast().elementsEqual(head)
        else {
            throw Wire.Fault("its head is not that of version 1 of the table \(stream.table.rawValue)")
        }
        let fields = CopyText.fields(extent)
        guard fields.count == 3, let after = CopyText.integer(fields[0]), let last = CopyText.integer(fields[1]),
            let count = CopyText.integer(fields[2])
        else { throw Wire.Fault("its extent is not three numbers") }
        let ids = stream.ids
        guard after >= ids.lowerBound - 1, after < last, ids.contains(last) else {
            throw Wire.Fault("its extent is not one of its stream")
        }
        guard (0...Int64(Wire.batchRows)).contains(count) else {
            throw Wire.Fault("it states more than \(Wire.batchRows) rows")
        }
        rows = [UInt8](lines.rest)
        self.stream = stream
        self.after = after
        self.last = last
        self.count = Int(count)
        var before = after
        for _ in 0..<count {
            guard let line = lines.next() else { throw Wire.Fault("it has fewer rows than it states") }
            var id: Int64 = 0
            if let fault = rules.fault(line, id: &id) { throw Wire.Fault("row \(id): \(fault)") }
            guard id > before, id <= last else { throw Wire.Fault("row \(id) is not in its order") }
            before = id
        }
        guard lines.isAtEnd else { throw Wire.Fault("it has more rows than it states") }
    }

    /// The first line for a table.
    private static func head(of table: RelayStream.Table) -> [UInt8] { heads[table] ?? [] }

    private static let heads = Dictionary(
        uniqueKeysWithValues: RelayStream.Table.allCases.map { table in
            let columns = StoreTable.of(table.rawValue)?.columns.map(\.name) ?? []
            return (table, Array("waldo 1 \(table.rawValue)\t\(columns.joined(separator: "\t"))\n".utf8))
        })
}
