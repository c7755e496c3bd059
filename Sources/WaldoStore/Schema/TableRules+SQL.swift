/// The statements of SQLite that follow from a table's description.
extension TableRules {
    /// Creates the table.
    var creation: String { creation(columns.map(\.definition), unique: unique) }

    /// Creates the table as the first versions of Waldo did, which wrote `UNIQUE` behind a single column; nil: in the
    /// same way.
    var earlierCreation: String? {
        guard unique.count == 1 else { return nil }
        return creation(columns.map { $0.definition + ($0.name == unique[0] ? " UNIQUE" : "") }, unique: [])
    }

    private func creation(_ columns: [String], unique: [String]) -> String {
        var parts = columns
        if !unique.isEmpty { parts.append("UNIQUE (\(unique.joined(separator: ", ")))") }
        if !primary.isEmpty { parts.append("PRIMARY KEY (\(primary.joined(separator: ", ")))") }
        return
            "CREATE TABLE \(table) (\n    \(parts.joined(separator: ", ")))\(primary.isEmpty ? "" : " WITHOUT ROWID");"
    }

    /// Inserts a row whose values are bound in the order of the columns.
    /// - Parameter conflict: what is done where the row is there already, such as `REPLACE`; nil: it is an error.
    package func insertion(or conflict: String? = nil) -> String {
        "INSERT \(conflict.map { "OR \($0) " } ?? "")INTO \(table) VALUES (\(Array(repeating: "?", count: columns.count).joined(separator: ", ")))"
    }
}

extension ColumnRule {
    /// The column in the statement that creates its table.
    fileprivate var definition: String {
        let type =
            switch StoreColumn(self).kind {
            case .integer: "INTEGER"
            case .double: "DOUBLE"
            case .text: "TEXT"
            case .bytes: "BLOB"
            case .boolean: "BOOLEAN"
            case .dateTime: "DATETIME"
            }
        return "\(name) \(type)" + (name == "id" ? " PRIMARY KEY" : "") + (isOptional ? "" : " NOT NULL")
            + (parent.map { " REFERENCES \($0)(id)" } ?? "")
    }
}
