import WaldoCore
import WaldoSurvey
import WaldoTime

extension Instant: ColumnValue {
    static var kind: ColumnRule.Kind { .instant }
    func bind(to statement: PreparedStatement) { statement.bind(microseconds) }
    init(_ row: PreparedStatement, _ column: Int) { self.init(microseconds: row.int(column)) }
    func put(in record: RecordBuffer) { record.put(microseconds) }
    init(from record: inout RecordReader) { self.init(microseconds: record.int()) }
}

extension TimeSpan: ColumnValue {
    static var kind: ColumnRule.Kind { .span }
    func bind(to statement: PreparedStatement) { statement.bind(microseconds) }
    init(_ row: PreparedStatement, _ column: Int) { self = .microseconds(row.int(column)) }
    func put(in record: RecordBuffer) { record.put(microseconds) }
    init(from record: inout RecordReader) { self = .microseconds(record.int()) }
}

extension SampleFlags: ColumnValue {
    static var kind: ColumnRule.Kind { .id(Int64(Int32.min)..<1 << 31) }
    func bind(to statement: PreparedStatement) { statement.bind(Int64(rawValue)) }
    init(_ row: PreparedStatement, _ column: Int) { self.init(rawValue: Int32(truncatingIfNeeded: row.int(column))) }
    func put(in record: RecordBuffer) { record.put(rawValue) }
    init(from record: inout RecordReader) { self.init(rawValue: record.int()) }
}

extension Place.System: ColumnValue {
    static var kind: ColumnRule.Kind { .system }
    func bind(to statement: PreparedStatement) { statement.bind(Int64(rawValue)) }
    init(_ row: PreparedStatement, _ column: Int) {
        self = Self(rawValue: Int32(truncatingIfNeeded: row.int(column))) ?? .world
    }
    func put(in record: RecordBuffer) { record.put(rawValue) }
    init(from record: inout RecordReader) { self = Self(rawValue: record.int()) ?? .world }
}

/// One of a few words. In a record it is its index in the list of all.
protocol Word: ColumnValue, RawRepresentable<String>, CaseIterable, Equatable where AllCases == [Self] {}

extension Word {
    static var kind: ColumnRule.Kind { .word(allCases.map(\.rawValue)) }
    func bind(to statement: PreparedStatement) { statement.bind(rawValue) }
    init(_ row: PreparedStatement, _ column: Int) { self = Self(rawValue: row.text(column)) ?? Self.allCases[0] }
    func put(in record: RecordBuffer) { record.put(UInt8(truncatingIfNeeded: Self.allCases.firstIndex(of: self) ?? 0)) }
    init(from record: inout RecordReader) { self = Self.allCases[Int(record.int(UInt8.self))] }
}

extension Fix.Source: Word {}
extension AlarmChange.Cause: Word {}
extension Gap.Cause: Word {}
extension Reject.Reason: Word {}

/// A time of the wall clock as a text, beside the column that has it in microseconds.
struct TimeColumn: BoundValue {
    static var kind: ColumnRule.Kind { .dateTime }
    static var isOptional: Bool { true }

    /// Microseconds since 1970; nil: not known.
    let utc: Int64?

    init(_ utc: Int64?) { self.utc = utc }

    func bind(to statement: PreparedStatement) {
        withUnsafeTemporaryAllocation(byteCount: TimeText.length, alignment: 1) { text in
            if let utc, TimeText.write(utc, to: text) {
                statement.bind(UnsafeRawBufferPointer(text), isText: true)
            } else {
                statement.bindNull()
            }
        }
    }
}
