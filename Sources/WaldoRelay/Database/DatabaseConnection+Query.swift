import CPQ
import Glibc

extension DatabaseConnection {
    /// Executes one statement.
    /// - Parameter parameters: as text; nil: NULL.
    /// - Returns: its rows as text.
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func query(_ sql: SQL, _ parameters: [String?] = []) throws(DatabaseError) -> [[String?]] {
        let isSent = Self.withStrings(parameters) { values in
            PQsendQueryParams(raw, sql.text, CInt(parameters.count), nil, values, nil, nil, 0)
        }
        guard isSent == 1 else { throw lost }
        return try rows()
    }

    /// Executes several statements without parameters.
    /// - Throws: `DatabaseError`.
    func script(_ sql: SQL) throws(DatabaseError) {
        guard PQsendQuery(raw, sql.text) == 1 else { throw lost }
        _ = try rows()
    }

    /// Runs `body` in one transaction, which a failure undoes.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try query("BEGIN")
        do {
            let value = try body()
            try query("COMMIT")
            return value
        } catch {
            if PQstatus(raw) == CONNECTION_OK { _ = try? query("ROLLBACK") }
            throw error
        }
    }

    /// Runs `body` in one transaction, which a failure undoes.
    func transaction<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
        do {
            return try transaction { () throws(any Error) in try body() }
        } catch let error as DatabaseError {
            throw error
        } catch {
            throw DatabaseError(.failed, address, "the transaction failed")
        }
    }

    /// Runs `body`, and again while another session holds what it needs, for which each attempt waits 5 s.
    func retrying<Value>(
        _ attempts: Int, _ body: () throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        var attempt = 1
        while true {
            do throws(DatabaseError) {
                return try body()
            } catch  where error.kind == .locked && attempt < attempts {
                attempt += 1
            }
        }
    }

    private func rows() throws(DatabaseError) -> [[String?]] {
        try flush()
        var rows: [[String?]] = [], failure: DatabaseError?
        while let result = try result() {
            defer { PQclear(result) }
            if let error = self.failure(of: result) {
                failure = failure ?? error
                continue
            }
            let columns = PQnfields(result)
            for row in 0..<PQntuples(result) {
                rows.append(
                    (0..<columns).map { column in
                        PQgetisnull(result, row, column) != 0 ? nil : String(cString: PQgetvalue(result, row, column))
                    })
            }
        }
        if let failure { throw failure }
        return rows
    }

    /// The next result of what was sent; nil behind the last.
    func result() throws(DatabaseError) -> OpaquePointer? {
        while PQisBusy(raw) == 1 {
            try wait(for: POLLIN)
            guard PQconsumeInput(raw) == 1 else { throw lost }
        }
        return PQgetResult(raw)
    }

    /// Hands what is queued to the system.
    func flush() throws(DatabaseError) {
        while true {
            switch PQflush(raw) {
            case 0: return
            case 1:
                try wait(for: POLLIN | POLLOUT)
                // The server may wait for its notices to be read.
                guard PQconsumeInput(raw) == 1 else { throw lost }
            default: throw lost
            }
        }
    }

    func failure(of result: OpaquePointer) -> DatabaseError? {
        let status = PQresultStatus(result)
        guard status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE else { return nil }
        let state = PQresultErrorField(result, CInt(UInt8(ascii: "C"))).map { String(cString: $0) }
        let message = PQresultErrorField(result, CInt(UInt8(ascii: "M"))) ?? PQresultErrorMessage(result)
        return DatabaseError(
            state: PQstatus(raw) == CONNECTION_OK ? state : nil,
            message: message.map { String(cString: $0) } ?? "", address: address, work: work)
    }

    var lost: DatabaseError {
        DatabaseError(state: nil, message: String(cString: PQerrorMessage(raw)), address: address, work: work)
    }
}

extension SQL: ExpressibleByStringLiteral {
    /// A statement of the program.
    public init(stringLiteral text: StaticString) { self.init(text) }
}
