import CSQLite

/// The values of the row that a step has reached.
extension PreparedStatement {
    var columnCount: Int { Int(sqlite3_column_count(handle)) }
    var columnNames: [String] { Self.columnNames(handle) }

    package func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, CInt(column)) == SQLITE_NULL }
    package func int(_ column: Int) -> Int64 { sqlite3_column_int64(handle, CInt(column)) }
    package func double(_ column: Int) -> Double { sqlite3_column_double(handle, CInt(column)) }
    package func optionalInt(_ column: Int) -> Int64? { isNull(column) ? nil : int(column) }
    package func optionalDouble(_ column: Int) -> Double? { isNull(column) ? nil : double(column) }

    package func text(_ column: Int) -> String {
        guard let text = sqlite3_column_text(handle, CInt(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, CInt(column)))
        delivered &+= Int64(count)
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    /// The bytes of a blob or a text, valid until the next step.
    package func raw(_ column: Int) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, CInt(column))
        let count = Int(sqlite3_column_bytes(handle, CInt(column)))
        delivered &+= Int64(count)
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    /// The bytes of a text, valid until the next step.
    package func rawText(_ column: Int) -> UnsafeRawBufferPointer {
        guard let start = sqlite3_column_text(handle, CInt(column)) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        let count = Int(sqlite3_column_bytes(handle, CInt(column)))
        delivered &+= Int64(count)
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    func bytes(_ column: Int) -> [UInt8] { [UInt8](raw(column)) }

    /// Whether a value has the same bytes as a text.
    func isEqual(_ column: Int, _ text: String) -> Bool {
        var text = text
        let bytes = raw(column)
        return text.withUTF8 { $0.elementsEqual(bytes) }
    }

    /// The storage class of a value (sqlite.org/c3ref/c_blob.html).
    func type(_ column: Int) -> CInt { sqlite3_column_type(handle, CInt(column)) }
}
