import WaldoCore
import WaldoTime

/// A value that a column can be given.
protocol BoundValue {
    /// What values of this type are in a column that states nothing else.
    static var kind: ColumnRule.Kind { get }
    /// Whether a value may be missing.
    static var isOptional: Bool { get }

    /// Binds it to the statement's next parameter.
    func bind(to statement: PreparedStatement)
}

extension BoundValue {
    static var isOptional: Bool { false }
}

/// A value that a column can be given and read from, and that a record of the ring can carry.
protocol ColumnValue: BoundValue {
    /// Reads a column, which keeps to its rule.
    init(_ row: PreparedStatement, _ column: Int)

    /// Adds it to a record.
    func put(in record: RecordBuffer)
    /// Takes it from a record.
    init(from record: inout RecordReader)
}

extension Optional: BoundValue where Wrapped: BoundValue {
    static var kind: ColumnRule.Kind { Wrapped.kind }
    static var isOptional: Bool { true }
    func bind(to statement: PreparedStatement) {
        if let self { self.bind(to: statement) } else { statement.bindNull() }
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    init(_ row: PreparedStatement, _ column: Int) { self = row.isNull(column) ? nil : Wrapped(row, column) }
    func put(in record: RecordBuffer) {
        record.put(self != nil)
        if let self { self.put(in: record) }
    }
    init(from record: inout RecordReader) { self = record.flag() ? Wrapped(from: &record) : nil }
}

extension Int64: ColumnValue {
    static var kind: ColumnRule.Kind { .integer(.min ... .max, "a whole number") }
    func bind(to statement: PreparedStatement) { statement.bind(self) }
    init(_ row: PreparedStatement, _ column: Int) { self = row.int(column) }
    func put(in record: RecordBuffer) { record.put(self) }
    init(from record: inout RecordReader) { self = record.int() }
}

/// A count.
extension Int: ColumnValue {
    static var kind: ColumnRule.Kind { .count }
    func bind(to statement: PreparedStatement) { statement.bind(Int64(self)) }
    init(_ row: PreparedStatement, _ column: Int) { self = Int(row.int(column)) }
    func put(in record: RecordBuffer) { record.put(Int64(self)) }
    init(from record: inout RecordReader) { self = Int(record.int(Int64.self)) }
}

extension Bool: ColumnValue {
    static var kind: ColumnRule.Kind { .flag }
    func bind(to statement: PreparedStatement) { statement.bind(self ? 1 : 0 as Int64) }
    init(_ row: PreparedStatement, _ column: Int) { self = row.int(column) != 0 }
    func put(in record: RecordBuffer) { record.put(self) }
    init(from record: inout RecordReader) { self = record.flag() }
}

extension Double: ColumnValue {
    static var kind: ColumnRule.Kind { .number }
    func bind(to statement: PreparedStatement) { statement.bind(self) }
    init(_ row: PreparedStatement, _ column: Int) { self = row.double(column) }
    func put(in record: RecordBuffer) { record.put(self) }
    init(from record: inout RecordReader) { self = record.double() }
}

extension String: ColumnValue {
    static var kind: ColumnRule.Kind { .text }
    func bind(to statement: PreparedStatement) { statement.bind(self) }
    init(_ row: PreparedStatement, _ column: Int) { self = row.text(column) }
    func put(in record: RecordBuffer) { record.put(self) }
    init(from record: inout RecordReader) { self = record.text() }
}

extension [UInt8]: BoundValue, ColumnValue {
    static var kind: ColumnRule.Kind { .bytes }
    func bind(to statement: PreparedStatement) { withUnsafeBytes { statement.bind($0, isText: false) } }
    init(_ row: PreparedStatement, _ column: Int) { self = [UInt8](row.raw(column)) }
    func put(in record: RecordBuffer) { withUnsafeBytes { record.put($0) } }
    init(from record: inout RecordReader) { self = [UInt8](record.raw()) }
}

/// Bytes in place: in what they are read from, valid until it moves on.
extension UnsafeRawBufferPointer: ColumnValue {
    static var kind: ColumnRule.Kind { .bytes }
    func bind(to statement: PreparedStatement) { statement.bind(self, isText: false) }
    init(_ row: PreparedStatement, _ column: Int) { self = row.raw(column) }
    func put(in record: RecordBuffer) { record.put(self) }
    init(from record: inout RecordReader) { self = record.raw() }
}
