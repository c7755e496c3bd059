internal import WaldoCore
internal import WaldoStore

extension MetaDocument {
    /// Its rows as one JSON object: by the name of each table a list of rows, each an object by the names of its
    /// columns. An infinite number is a string, which a database takes.
    public var json: String {
        var json: [UInt8] = []
        for (index, table) in tables.enumerated() {
            json += (index == 0 ? "{" : ",").utf8
            JSONQuoting.write(table.table.name.utf8) { json.append($0) }
            json += ":[".utf8
            for (place, row) in table.rows.split(separator: 10).enumerated() {
                json += (place == 0 ? "{" : ",{").utf8
                row.withUnsafeBytes { Self.write(CopyText.fields($0), of: table.table, to: &json) }
                json += "}".utf8
            }
            json += "]".utf8
        }
        json += "}".utf8
        return String(decoding: json, as: UTF8.self)
    }

    private static func write(_ fields: [UnsafeRawBufferPointer], of table: StoreTable, to json: inout [UInt8]) {
        for (index, (column, field)) in zip(table.columns, fields).enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            JSONQuoting.write(column.name.utf8) { json.append($0) }
            json.append(UInt8(ascii: ":"))
            guard !CopyText.isNull(field) else {
                json += "null".utf8
                continue
            }
            switch column.kind {
            case .integer: json += field
            case .boolean: json += (field.first == UInt8(ascii: "t") ? "true" : "false").utf8
            case .double where field.last != UInt8(ascii: "y"): json += field
            case .double, .bytes, .text, .dateTime: JSONQuoting.write(CopyText.text(field).utf8) { json.append($0) }
            }
        }
    }
}
