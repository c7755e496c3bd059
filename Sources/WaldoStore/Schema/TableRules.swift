import WaldoCore
import WaldoSurvey

/// A table of a store: its columns in their order, and what their values are.
package struct TableRules: Sendable {
    package let table: String
    package let columns: [ColumnRule]
    /// The columns before those of the row itself, and how a row's id follows from them.
    package let key: RowKey
    /// The columns that together name a row, where there is no id.
    package let primary: [String]
    /// The columns whose values together no two rows share.
    let unique: [String]

    init<Value: Row>(_ type: Value.Type) {
        (table, key, primary, unique) = (Value.table, Value.key, Value.primary, Value.unique)
        var row = Value.blank, collector = RuleCollector()
        row.visit(&collector)
        columns = key.columns + collector.rules
    }

    /// The rules of a table of this version of the schema.
    package static func of(_ table: String) -> TableRules? { all.first { $0.table == table } }

    /// The index of a column of the schema among its table's, from 0.
    package static func columnIndex(of column: String, in table: String) -> Int {
        guard let columnIndex = of(table)?.columns.firstIndex(where: { $0.name == column }) else {
            preconditionFailure("the schema has no column \(table).\(column)")
        }
        return columnIndex
    }

    /// All tables whose rows are read, each behind those that its rows refer to.
    package static let all: [TableRules] = [
        TableRules(SurveyRow.self), TableRules(SessionRow.self), TableRules(DeviceRow.self),
        TableRules(ChannelRow.self), TableRules(TagRow.self), TableRules(NoteRow.self),
        TableRules(ClockRow.self), TableRules(ReadingRow.self), TableRules(CommandRow.self), TableRules(Fix.self),
        TableRules(EventRow.self),
        TableRules(RunRow.self), TableRules(StreamDescription.self), TableRules(Sample.self),
        TableRules(AlarmChange.self), TableRules(Gap.self), TableRules(RejectRow.self),
        TableRules(AccountRow.self), TableRules(RejectedRow.self), TableRules(LostRow.self),
    ]
}
