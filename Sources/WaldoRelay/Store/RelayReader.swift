public import WaldoStore

/// Reads a store's rows for their journey elsewhere, page by page, also while it is written.
///
/// Used by one thread at a time.
public final class RelayReader {
    /// The file.
    public let path: String
    let reader: StoreReader
    private let identity: FileIdentity
    private var tables: [RelayStream.Table: (line: CopyLine, rows: PreparedStatement)] = [:]

    /// Opens a store.
    /// - Parameter isInterrupted: asked every millisecond or so; once it is, what goes on fails as `.interrupted`.
    /// - Throws: `StoreError`.
    public init(path: String, isInterrupted: (@Sendable () -> Bool)? = nil) throws(StoreError) {
        identity = try FileIdentity(path)
        reader = try StoreReader(path: path, isInterrupted: isInterrupted)
        self.path = path
    }

    /// Whether the path still names the file that was opened.
    public var isThere: Bool { (try? FileIdentity(path)) == identity }

    /// Changes whenever another connection has committed.
    /// - Throws: `StoreError`.
    public func version() throws(StoreError) -> Int64 { try reader.connection.number("PRAGMA data_version") ?? 0 }

    /// The rows of a stream behind an id.
    /// - Parameters:
    ///   - rows: at most so many.
    ///   - bytes: no row is added behind so many bytes of lines.
    ///   - greatest: a longer line is left out as a reject.
    /// - Returns: nil: there are none.
    /// - Throws: `StoreError`.
    public func page(
        of stream: RelayStream, after: Int64, rows limit: Int, bytes: Int, greatest: Int
    ) throws(StoreError) -> RelayPage? {
        let (line, row) = try statement(of: stream.table)
        row.bind(after)
        row.bind(stream.ids.upperBound)
        row.bind(Int64(limit))
        defer { row.reset() }
        var page = RelayPage(last: after)
        page.rows.reserveCapacity(limit * 160)
        while page.rows.count < bytes, try row.step() {
            let start = page.rows.count, id = row.int(0)
            let isText = line.write(row, to: &page.rows)
            let length = page.rows.count - start
            if isText, length <= greatest {
                // A long row goes alone.
                if start > 0, page.rows.count > bytes {
                    page.rows.removeLast(length)
                    return page
                }
                page.count += 1
            } else {
                page.rows.removeLast(length)
                page.rejects.append(RelayPage.Reject(id: id, reason: isText ? .tooLong(length) : .noText))
            }
            page.last = id
        }
        return page.last == after ? nil : page
    }

    private func statement(of table: RelayStream.Table) throws(StoreError) -> (CopyLine, PreparedStatement) {
        if let known = tables[table] { return known }
        guard let described = StoreTable.of(table.rawValue) else { throw reader.notFound("table \(table.rawValue)") }
        let made = (
            CopyLine(described),
            try reader.connection.rows(table.rawValue, "WHERE id > ? AND id < ? ORDER BY id LIMIT ?")
        )
        tables[table] = made
        return made
    }

    /// How many rows a stream has behind an id.
    /// - Parameter limit: not more than so many are counted.
    /// - Throws: `StoreError`.
    public func count(of stream: RelayStream, after: Int64, limit: Int = .max) throws(StoreError) -> Int {
        let sql = "SELECT 1 FROM \(stream.table.rawValue) WHERE id > ? AND id < ? LIMIT ?"
        return Int(
            try reader.connection.number("SELECT count(*) FROM (\(sql))") {
                $0.bind(after)
                $0.bind(stream.ids.upperBound)
                $0.bind(Int64(limit))
            } ?? 0)
    }
}
