import CSQLite

/// A statement that is prepared once, and bound and read by position.
package final class PreparedStatement {
    let handle: OpaquePointer
    private let connection: Connection
    private var parameter: CInt = 0
    /// Texts and blobs of the present row; SQLite reads them in place.
    private var arena: UnsafeMutableRawBufferPointer
    private var used = 0
    private var pieces: [(parameter: CInt, from: Int, count: Int, isText: Bool)] = []
    /// What each row must be; nil: anything.
    private let rules: RowRules?
    /// The rows and bytes that this execution has delivered.
    var delivered: Int64 = 0
    /// How many it may deliver.
    private var allowance: Int64 = 1 << 20

    /// - Parameter rows: the table whose rows the statement gives, and whether it gives them in full; each must then
    ///   keep to the table's rules.
    init(
        _ sql: String, rows: (table: String, areWhole: Bool)? = nil, on connection: Connection
    ) throws(StoreError) {
        var prepared: OpaquePointer?
        try connection.succeed(sqlite3_prepare_v2(connection.handle, sql, -1, &prepared, nil))
        guard let prepared else { preconditionFailure("there is no statement in “\(sql)”") }
        handle = prepared
        self.connection = connection
        let names = Self.columnNames(handle)
        do throws(StoreError) {
            rules = try rows.map { (rows) throws(StoreError) in
                try RowRules(rows.table, names, mustBeWhole: rows.areWhole, path: connection.path)
            }
        } catch {
            sqlite3_finalize(prepared)
            throw error
        }
        arena = .allocate(byteCount: 512, alignment: 8)
    }

    deinit {
        sqlite3_finalize(handle)
        arena.deallocate()
    }

    // MARK: binding

    package func bindNull() {
        parameter += 1
        sqlite3_bind_null(handle, parameter)
    }

    package func bind(_ value: Int64) {
        parameter += 1
        sqlite3_bind_int64(handle, parameter, value)
    }

    package func bind(_ value: Double) {
        parameter += 1
        sqlite3_bind_double(handle, parameter, value)
    }

    /// A text of Swift's own is copied from where it is.
    package func bind(_ value: String) {
        var value = value
        value.withUTF8 { bind(UnsafeRawBufferPointer($0), isText: true) }
    }

    func bind(_ value: some BoundValue) { value.bind(to: self) }

    // Other modules do not know what a `BoundValue` is.
    package func bind(_ value: Int64?) { value.bind(to: self) }
    package func bind(_ value: Double?) { value.bind(to: self) }
    package func bind(_ value: String?) { value.bind(to: self) }

    package func bind(_ bytes: UnsafeRawBufferPointer, isText: Bool) {
        parameter += 1
        if used + bytes.count > arena.count { grow(to: used + bytes.count) }
        if let from = bytes.baseAddress { (arena.baseAddress! + used).copyMemory(from: from, byteCount: bytes.count) }
        pieces.append((parameter, used, bytes.count, isText))
        used += bytes.count
    }

    private func grow(to size: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size * 2, alignment: 8)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: arena[..<used]))
        arena.deallocate()
        arena = larger
    }

    private func bindPieces() {
        for piece in pieces {
            let start = arena.baseAddress! + piece.from
            if piece.isText {
                let text = start.assumingMemoryBound(to: CChar.self)
                sqlite3_bind_text(handle, piece.parameter, text, CInt(piece.count), nil)
            } else {
                sqlite3_bind_blob(handle, piece.parameter, start, CInt(piece.count), nil)
            }
        }
        pieces.removeAll(keepingCapacity: true)
    }

    // MARK: execution

    /// Executes it with what is bound, for a statement without a result.
    package func run() throws(StoreError) {
        while try step() {}
    }

    /// The next row of the result, or of a new execution after its end.
    /// - Returns: whether there is one; the statement is ready to be bound again when there is none.
    package func step() throws(StoreError) -> Bool {
        if !pieces.isEmpty { bindPieces() }
        connection.beginStep()
        let result = sqlite3_step(handle)
        if result == SQLITE_ROW {
            delivered &+= 1
            if delivered > allowance { try requireAllowance() }
            guard let fault = rules?.fault(self) else { return true }
            reset()
            throw StoreError(
                .damaged, connection.path,
                "the file is damaged or was changed: \(fault); `waldo survey check` lists what is wrong"
            )
        }
        reset()
        guard result == SQLITE_DONE else {
            throw connection.failure(result)
        }
        return false
    }

    private func requireAllowance() throws(StoreError) {
        allowance = connection.allowance()
        guard delivered > allowance else { return }
        reset()
        throw StoreError(
            .damaged, connection.path,
            "the file is damaged or was changed: it returns more rows than its size can hold; restore it from a copy")
    }

    /// Ends an execution whose rows have not all been taken.
    package func reset() {
        sqlite3_reset(handle)
        delivered = 0
        parameter = 0
        used = 0
        pieces.removeAll(keepingCapacity: true)
    }

    static func columnNames(_ handle: OpaquePointer) -> [String] {
        (0..<sqlite3_column_count(handle)).map { String(cString: sqlite3_column_name(handle, $0)) }
    }
}
