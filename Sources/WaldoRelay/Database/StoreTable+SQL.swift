import WaldoStore

/// PostgreSQL's form of a store's table: it holds the rows of all surveys, each with its survey's UUID.
extension StoreTable {
    /// The columns in a statement that creates the table.
    var definitions: String {
        columns.map { "\($0.name) \($0.kind.databaseType)" + ($0.isOptional ? "" : " NOT NULL") }
            .joined(separator: ", ")
    }

    /// Creates the table, unless it is there.
    var creation: String {
        """
        CREATE TABLE IF NOT EXISTS waldo.\(name) (
            survey_uuid uuid NOT NULL, \(definitions), PRIMARY KEY (survey_uuid, \(key.joined(separator: ", "))));
        """
    }
}

extension StoreColumn.Kind {
    /// The name of its type in PostgreSQL.
    var databaseType: String {
        switch self {
        case .integer: "bigint"
        case .double: "double precision"
        case .text, .dateTime: "text"
        case .bytes: "bytea"
        case .boolean: "boolean"
        }
    }
}
