import WaldoCore
import WaldoStore

extension MetaDocument {
    /// Its rows as one JSON object: by the name of each table a list of rows, each an object by the names of its
    /// columns. An infinite number is a string, which a database takes.
    public var json: String {
        var json = JSONObject()
        for table in tables {
            json.add(
                table.table.name,
                table.rows.split(separator: 10).map { row in
                    row.withUnsafeBytes { Self.object(CopyText.fields($0), of: table.table) }
                })
        }
        return json.text
    }

    private static func object(_ fields: [UnsafeRawBufferPointer], of table: StoreTable) -> JSONObject {
        var json = JSONObject()
        for (column, field) in zip(table.columns, fields) {
            guard !CopyText.isNull(field) else {
                json.add(column.name, whole: nil as String?)
                continue
            }
            switch column.kind {
            case .integer: json.addJSON(column.name) { $0 += field }
            case .boolean: json.add(column.name, field.first == UInt8(ascii: "t"))
            case .double where field.last != UInt8(ascii: "y"): json.addJSON(column.name) { $0 += field }
            case .double, .bytes, .text, .dateTime: json.add(column.name, whole: CopyText.text(field))
            }
        }
        return json
    }
}
