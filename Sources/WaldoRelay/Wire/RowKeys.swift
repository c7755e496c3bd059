import WaldoStore

/// What distinguishes the rows of a table in a database, where no two of one statement may have the same key.
struct RowKeys {
    private let columns: [(index: Int, isText: Bool)]

    /// The keys of a table.
    init(_ table: StoreTable) {
        columns = table.key.compactMap { name in
            table.columns.firstIndex { $0.name == name }.map { index in
                let kind = table.columns[index].kind
                return (index, kind == .text || kind == .dateTime)
            }
        }
    }

    /// The key of a row that keeps to the rules of its table. A text may be written with escapes or without them, a
    /// number in one form alone.
    /// - Parameter fields: those of its line of COPY text.
    func key(of fields: [UnsafeRawBufferPointer]) -> [UInt8] {
        var key: [UInt8] = []
        for column in columns {
            if column.isText { key += CopyText.text(fields[column.index]).utf8 } else { key += fields[column.index] }
            // No text has it.
            key.append(0)
        }
        return key
    }
}
