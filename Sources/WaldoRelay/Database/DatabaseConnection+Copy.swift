import CPQ
import Glibc

extension DatabaseConnection {
    private static let piece = 64 << 10

    /// Executes a `COPY ... FROM STDIN`.
    /// - Parameter rows: in the text format.
    /// - Throws: `DatabaseError`.
    func copy(_ sql: SQL, from rows: [UInt8]) throws(DatabaseError) {
        try begin(sql, PGRES_COPY_IN)
        var offset = 0
        while offset < rows.count {
            let end = min(offset + Self.piece, rows.count)
            let result = rows[offset..<end].withUnsafeBytes { bytes in
                PQputCopyData(raw, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(bytes.count))
            }
            guard result >= 0 else { throw lost }
            if result == 1 { offset = end }
            // The server has more to say than that it copies only when it refuses a row.
            try flush()
        }
        while true {
            let result = PQputCopyEnd(raw, nil)
            guard result >= 0 else { throw lost }
            try flush()
            if result == 1 { break }
        }
        try end()
    }

    /// Executes a `COPY ... TO STDOUT`.
    /// - Parameter body: takes a row in the text format, without the end of its line.
    /// - Throws: `DatabaseError`, or what `body` throws.
    func copy(_ sql: SQL, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try begin(sql, PGRES_COPY_OUT)
        while true {
            var row: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(raw, &row, 1)
            if count > 0, let row {
                defer { PQfreemem(row) }
                try body(UnsafeRawBufferPointer(start: row, count: Int(count) - 1))
            } else if count == 0 {
                try wait(for: POLLIN)
                guard PQconsumeInput(raw) == 1 else { throw lost }
            } else {
                break
            }
        }
        try end()
    }

    private func begin(_ sql: SQL, _ status: ExecStatusType) throws(DatabaseError) {
        guard PQsendQuery(raw, sql.text) == 1 else { throw lost }
        try flush()
        guard let result = try result() else { throw lost }
        defer { PQclear(result) }
        guard PQresultStatus(result) == status else {
            let failure = failure(of: result) ?? lost
            try end()
            throw failure
        }
    }

    /// Takes the results behind the rows.
    private func end() throws(DatabaseError) {
        var failure: DatabaseError?
        while let result = try result() {
            defer { PQclear(result) }
            failure = failure ?? self.failure(of: result)
        }
        if let failure { throw failure }
    }
}
