import WaldoStore

/// Inserts lines of COPY text into a table.
final class PulledTable {
    private let table: StoreTable
    private let rules: CopyRules
    private let statement: PreparedStatement
    private let path: String

    init(_ table: StoreTable, in connection: Connection) throws(StoreError) {
        guard let rules = CopyRules(table.name) else {
            throw StoreError(.failed, connection.path, "\(table.name) is not a table of the schema")
        }
        self.table = table
        self.rules = rules
        path = connection.path
        statement = try connection.prepare(rules.insertion)
    }

    /// Inserts a row that keeps to the rules.
    /// - Returns: its fields, in place.
    func insert(_ line: UnsafeRawBufferPointer) throws(StoreError) -> [UnsafeRawBufferPointer] {
        var id: Int64 = 0
        if let fault = rules.fault(line, id: &id) {
            throw StoreError(.damaged, path, "row \(id) of \(table.name) in the database cannot be kept: \(fault)")
        }
        let fields = CopyText.fields(line)
        for (field, column) in zip(fields, table.columns) { bind(field, column.kind) }
        try statement.run()
        return fields
    }

    private func bind(_ field: UnsafeRawBufferPointer, _ kind: StoreColumn.Kind) {
        guard !CopyText.isNull(field) else { return statement.bindNull() }
        switch kind {
        case .integer: statement.bind(CopyText.integer(field))
        case .boolean: statement.bind(field.first == UInt8(ascii: "t") ? 1 : 0 as Int64)
        case .double: statement.bind(CopyText.double(field))
        case .bytes: CopyText.bytes(field).withUnsafeBytes { statement.bind($0, isText: false) }
        case .text, .dateTime:
            if field.contains(UInt8(ascii: "\\")) {
                statement.bind(CopyText.text(field))
            } else {
                statement.bind(field, isText: true)
            }
        }
    }
}
