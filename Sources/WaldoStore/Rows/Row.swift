/// A row of a table, as a value.
///
/// `visit` names each column once, in the table's order. The statements that create the table here and in a relay's
/// database, what is inserted, read and checked, the records of the ring and the text of COPY follow from that. A new
/// column is a line at the end of `visit`, where values may be missing, and a migration of both: the next
/// `Schema.version` with a step in `MigrationList`, and the relay's `SchemaFiles.version` with an `ALTER TABLE`.
protocol Row {
    /// The table's name.
    static var table: String { get }
    /// The columns before those of `visit`.
    static var key: RowKey { get }
    /// The columns that together name a row, where there is no id.
    static var primary: [String] { get }
    /// The columns whose values together no two rows share.
    static var unique: [String] { get }
    /// A row to read values into.
    static var blank: Self { get }

    /// Shows the columns to a visitor, which may change their values.
    mutating func visit(_ columns: inout some ColumnVisitor)
}

extension Row {
    static var primary: [String] { [] }
    static var unique: [String] { [] }
}

/// What is done with the columns of a row.
protocol ColumnVisitor {
    /// A column that is part of the row.
    /// - Parameters:
    ///   - kind: what its values may be.
    ///   - parent: the table whose rows a value names; nil: it names none.
    mutating func column<Value: ColumnValue>(
        _ name: String, _ value: inout Value, _ kind: @autoclosure () -> ColumnRule.Kind, of parent: String?)
    /// A column that follows from others: stored for other programs, and never read.
    mutating func derived<Value: BoundValue>(_ name: String, _ value: @autoclosure () -> Value)
}

extension ColumnVisitor {
    mutating func column<Value: ColumnValue>(
        _ name: String, _ value: inout Value, _ kind: @autoclosure () -> ColumnRule.Kind
    ) {
        column(name, &value, kind(), of: nil)
    }

    /// A column of the kind that belongs to its type.
    mutating func column<Value: ColumnValue>(_ name: String, _ value: inout Value) {
        column(name, &value, Value.kind, of: nil)
    }
}

/// Collects the rules of a table's columns.
struct RuleCollector: ColumnVisitor {
    private(set) var rules: [ColumnRule] = []

    mutating func column<Value: ColumnValue>(
        _ name: String, _ value: inout Value, _ kind: @autoclosure () -> ColumnRule.Kind, of parent: String?
    ) {
        rules.append(ColumnRule(name, kind(), of: parent, isOptional: Value.isOptional))
    }

    mutating func derived<Value: BoundValue>(_ name: String, _ value: @autoclosure () -> Value) {
        rules.append(ColumnRule(name, Value.kind, isOptional: Value.isOptional))
    }
}
