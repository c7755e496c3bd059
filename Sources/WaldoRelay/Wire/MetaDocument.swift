import WaldoStore

/// The rows of a survey's small tables as they travel, all of them at once: they may change, so the newest revision
/// replaces what is known.
public struct MetaDocument: Equatable, Sendable {
    /// The rows of one table.
    public struct Table: Equatable, Sendable {
        /// The table.
        public let table: StoreTable
        /// Its rows as lines of COPY text.
        public let rows: [UInt8]
    }

    /// Grows with each change.
    public let revision: Int64
    /// All tables in the order of `StoreTable.meta`.
    public let tables: [Table]

    /// The rows of a survey.
    /// - Parameter rows: by the tables of `StoreTable.meta`, as lines of COPY text that are known to be right.
    public init(revision: Int64, rows: [[UInt8]]) {
        self.revision = revision
        tables = zip(StoreTable.meta, rows).map { Table(table: $0, rows: $1) }
    }

    /// Its payload.
    public var payload: [UInt8] {
        var payload = Array("waldo 1 meta \(revision)\n".utf8)
        for table in tables {
            let name = Array(table.table.name.utf8) + [9]
            payload += name
            payload += table.table.columns.map(\.name).joined(separator: "\t").utf8
            payload.append(10)
            for row in table.rows.split(separator: 10) {
                payload += name
                payload += row
                payload.append(10)
            }
        }
        Wire.seal(&payload)
        return payload
    }

    /// Parses a payload, and holds each row against the rules of its table.
    /// - Parameters:
    ///   - payload: what came, from anywhere.
    ///   - uuid: the survey of its topic.
    /// - Throws: `Wire.Fault`.
    public init(_ payload: UnsafeRawBufferPointer, of uuid: SurveyID) throws(Wire.Fault) {
        var lines = LineReader(try Wire.unsealed(payload))
        guard let head = lines.next(), head.starts(with: "waldo 1 meta ".utf8),
            let revision = CopyText.integer(UnsafeRawBufferPointer(rebasing: head[13...]))
        else { throw Wire.Fault("its head is not that of a meta document of version 1") }
        guard Wire.revisions.contains(revision) else {
            throw Wire.Fault("its revision is not a time from 1970 to 9999 in microseconds")
        }
        var tables: [Table] = [], line = lines.next()
        for table in StoreTable.meta {
            guard let rules = CopyRules(table.name) else { throw Wire.Fault("there is no table \(table.name)") }
            let columns = "\(table.name)\t" + table.columns.map(\.name).joined(separator: "\t")
            guard let names = line, columns.utf8.elementsEqual(names) else {
                throw Wire.Fault("the columns of \(table.name) are missing, or other ones")
            }
            let prefix = Array(table.name.utf8) + [9], keys = RowKeys(table), bounds = Self.bounds(of: table)
            var rows: [UInt8] = [], known: Set<[UInt8]> = []
            line = lines.next()
            while let row = line, row.starts(with: prefix) {
                let fields = UnsafeRawBufferPointer(rebasing: row[prefix.count...])
                var id: Int64 = 0
                if let fault = rules.fault(fields, id: &id) { throw Wire.Fault("\(table.name), row \(id): \(fault)") }
                let values = CopyText.fields(fields)
                guard known.insert(keys.key(of: values)).inserted else {
                    throw Wire.Fault("\(table.name), row \(id): it comes twice")
                }
                for bound in bounds where CopyText.text(values[bound.column]).utf8.count > bound.bytes {
                    throw Wire.Fault("\(table.name), row \(id): \(bound.name) has more than \(bound.bytes) bytes")
                }
                rows += fields
                rows.append(10)
                line = lines.next()
            }
            tables.append(Table(table: table, rows: rows))
        }
        guard line == nil, lines.isAtEnd else { throw Wire.Fault("it has more than its tables") }
        self.revision = revision
        self.tables = tables
        guard try surveys == [uuid.text] else { throw Wire.Fault("it is not of the survey of its topic") }
    }

    /// The columns of a table whose texts are bounded: those of streams are in the keys of the map's sums.
    private static func bounds(of table: StoreTable) -> [(column: Int, name: String, bytes: Int)] {
        guard table.name == "stream" else { return [] }
        return [("name", Wire.greatestName), ("unit", Wire.greatestUnit)].compactMap { name, bytes in
            table.columns.firstIndex { $0.name == name }.map { ($0, name, bytes) }
        }
    }

    /// The UUIDs of its surveys: one, if it is right.
    private var surveys: [String] {
        get throws(Wire.Fault) {
            (tables.first?.rows ?? []).split(separator: 10).map { row in
                row.withUnsafeBytes { CopyText.text(CopyText.fields($0)[1]).lowercased() }
            }
        }
    }
}
