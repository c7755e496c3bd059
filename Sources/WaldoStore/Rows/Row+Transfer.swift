// How rows get into and out of statements and records.

private struct StatementBinder: ColumnVisitor {
    let statement: PreparedStatement

    mutating func column<Value: ColumnValue>(
        _ name: String, _ value: inout Value, _ kind: @autoclosure () -> ColumnRule.Kind, of parent: String?
    ) {
        value.bind(to: statement)
    }

    mutating func derived<Value: BoundValue>(_ name: String, _ value: @autoclosure () -> Value) {
        value().bind(to: statement)
    }
}

private struct StatementReader: ColumnVisitor {
    let row: PreparedStatement
    var nextColumn: Int

    mutating func column<Value: ColumnValue>(
        _ name: String, _ value: inout Value, _ kind: @autoclosure () -> ColumnRule.Kind, of parent: String?
    ) {
        value = Value(row, nextColumn)
        nextColumn += 1
    }

    mutating func derived<Value: BoundValue>(_ name: String, _ value: @autoclosure () -> Value) { nextColumn += 1 }
}

private struct RecordWriting: ColumnVisitor {
    let record: RecordBuffer

    mutating func column<Value: ColumnValue>(
        _ name: String, _ value: inout Value, _ kind: @autoclosure () -> ColumnRule.Kind, of parent: String?
    ) {
        value.put(in: record)
    }

    mutating func derived<Value: BoundValue>(_ name: String, _ value: @autoclosure () -> Value) {}
}

private struct RecordReading: ColumnVisitor {
    var record: RecordReader

    mutating func column<Value: ColumnValue>(
        _ name: String, _ value: inout Value, _ kind: @autoclosure () -> ColumnRule.Kind, of parent: String?
    ) {
        value = Value(from: &record)
    }

    mutating func derived<Value: BoundValue>(_ name: String, _ value: @autoclosure () -> Value) {}
}

extension PreparedStatement {
    /// Binds the columns of a row behind its key.
    func bind(row: some Row) {
        var row = row
        var binder = StatementBinder(statement: self)
        row.visit(&binder)
    }

    /// The present row of `SELECT *`, which keeps to the rules of its table (`Connection.rows`).
    func row<Value: Row>(as type: Value.Type = Value.self) -> Value {
        var value = Value.blank
        var reader = StatementReader(row: self, nextColumn: Value.key.count)
        value.visit(&reader)
        return value
    }
}

extension RecordBuffer {
    /// Adds the columns of a row behind its key.
    func put(row: some Row) {
        var row = row
        var writing = RecordWriting(record: self)
        row.visit(&writing)
    }
}

extension RecordReader {
    /// Takes what `put(row:)` has added.
    mutating func row<Value: Row>(as type: Value.Type = Value.self) -> Value {
        var value = Value.blank
        var reading = RecordReading(record: self)
        value.visit(&reading)
        self = reading.record
        return value
    }
}

extension Connection {
    /// Adds a row of a table whose ids SQLite chooses; the transaction is the caller's.
    /// - Parameter conflict: what is done where the row is there already, such as `IGNORE`; nil: it is an error.
    /// - Returns: its id.
    @discardableResult
    func insert<Value: Row>(_ row: Value, or conflict: String? = nil) throws(StoreError) -> Int64 {
        let statement = try prepare(TableRules(Value.self).insertion(or: conflict))
        statement.bindNull()
        statement.bind(row: row)
        try statement.run()
        return lastInserted
    }
}
