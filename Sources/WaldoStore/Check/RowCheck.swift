/// Reads all rows of all tables once: whether their values can be (`TableRules`), and whether the layers' rows are
/// those of their samples.
final class RowCheck {
    private let connection: Connection
    private let progress: (Double) -> Void
    private var done = 0, total = 0
    private var found = Findings()

    init(_ connection: Connection, _ progress: @escaping (Double) -> Void) {
        self.connection = connection
        self.progress = progress
    }

    /// What is wrong, one sentence each.
    func findings() throws(StoreError) -> [String] {
        for table in TableRules.all {
            total += Int(try connection.count(table.table, by: table.columns[0].name))
        }
        for table in TableRules.all { try check(table) }
        return found.sentences
    }

    private func check(_ table: TableRules) throws(StoreError) {
        let order = table.columns[0].name == "id" ? " ORDER BY id" : ""
        let row = try connection.prepare("SELECT * FROM \(table.table)\(order)")
        let rules: RowRules
        do throws(StoreError) {
            rules = try RowRules(table.table, row.columnNames, mustBeWhole: true, path: connection.path)
        } catch {
            return found.add(error.sentence)
        }
        let layers = table.table == "sample" ? try LayerCheck(connection) : nil
        while try row.step() {
            if let fault = rules.fault(row) { found.add(fault, kind: "rows of \(table.table)") }
            try layers?.check(row, &found)
            done += 1
            progress(Double(done) / Double(total))
        }
        try layers?.finish(&found)
    }
}
