import WaldoCore

/// The rules of a table as they apply to the rows of one statement.
struct RowRules {
    private let table: String
    private let columns: [(column: Int, rule: ColumnRule)]
    private let quick: [QuickRule]
    private let key: RowKey?
    private let id: Int?

    /// What names a row of a table without ids.
    private static let keys = ["session", "channel", "reason", "kind"]

    /// - Parameters:
    ///   - names: those of the statement's columns: columns of the table, and values named as such.
    ///   - mustBeWhole: whether they are to be the columns of the table, all and in order.
    init(_ table: String, _ names: [String], mustBeWhole: Bool, path: String) throws(StoreError) {
        guard let rules = TableRules.of(table) else {
            throw StoreError(.failed, path, "\(table) is not a table of the schema")
        }
        let isWhole = names == rules.columns.map(\.name)
        guard isWhole || !mustBeWhole else {
            throw StoreError(.damaged, path, "the file is damaged or was changed: \(table) has other columns")
        }
        self.table = table
        columns = names.enumerated().compactMap { column, name in
            rules.columns.first { $0.name == name }.map { (column, $0) }
        }
        quick = columns.map { QuickRule($0.rule, column: $0.column) }
        key = isWhole && rules.key.count > 1 ? rules.key : nil
        id = names.firstIndex(of: "id")
    }

    /// What is wrong with the statement's present row; nil: nothing.
    func fault(_ row: PreparedStatement) -> String? {
        for (index, quick) in quick.enumerated() where !quick.accepts(row) {
            if let fault = columns[index].rule.fault(row, quick.column) { return "\(name(row)): \(fault)" }
        }
        if let key, !key.holds(row) { return "\(name(row)): its number does not fit its place" }
        return nil
    }

    private func name(_ row: PreparedStatement) -> String {
        if let id { return "row \(row.int(id)) of \(table)" }
        let keys = columns.filter { Self.keys.contains($0.rule.name) }.map { "\($0.rule.name) \(row.text($0.column))" }
        return keys.isEmpty
            ? "a row of \(table)" : "the row of \(table) for " + SafeText.escaped(keys.joined(separator: ", "))
    }
}
