import CSQLite
import WaldoCore

extension StoreReader {
    /// What is part of the logical dump: every raw and derived row with its recorded times, and not when or on which
    /// boot of a machine it was computed.
    private static let dumped = [
        "SELECT id, uuid, title, method, started, ended, arm, sensor, graph, location, start_position, upload, version "
            + "FROM survey ORDER BY id",
        "SELECT id, survey, mono_start, mono_end, clean FROM session ORDER BY id",
        "SELECT session, channel, uuid FROM channel ORDER BY session, channel",
        "SELECT * FROM clock ORDER BY id", "SELECT * FROM reading ORDER BY id", "SELECT * FROM command ORDER BY id",
        "SELECT * FROM fix ORDER BY id", "SELECT * FROM event ORDER BY id",
        "SELECT id, session, hash FROM run ORDER BY id",
        "SELECT * FROM stream ORDER BY id", "SELECT * FROM sample ORDER BY id", "SELECT * FROM alarm ORDER BY id",
        "SELECT * FROM gap ORDER BY id", "SELECT * FROM reject ORDER BY id",
        "SELECT * FROM account ORDER BY session, channel",
        "SELECT * FROM account_reason ORDER BY session, channel, reason",
        "SELECT * FROM account_lost ORDER BY session, kind",
    ]

    /// The SHA-256 of the logical dump in hexadecimal. It is equal for equal rows, however they were grouped into
    /// transactions, and wherever they lie in the file.
    /// - Throws: `StoreError`.
    public func digest() throws(StoreError) -> String {
        try connection.snapshot { () throws(StoreError) in
            var hash = SHA256()
            for (index, sql) in Self.dumped.enumerated() {
                hash.update(UInt64(index))
                let row = try connection.prepare(sql)
                let columns = row.columnCount
                while try row.step() {
                    for column in 0..<columns { Self.add(row, column, to: &hash) }
                }
            }
            return HexText.text(of: hash.digest())
        }
    }

    /// A value behind its storage class, and behind its length where it has one.
    private static func add(_ row: PreparedStatement, _ column: Int, to hash: inout SHA256) {
        let type = row.type(column)
        hash.update(UInt64(type))
        switch type {
        case SQLITE_NULL: break
        case SQLITE_INTEGER: hash.update(UInt64(bitPattern: row.int(column)))
        case SQLITE_FLOAT: hash.update(row.double(column).bitPattern)
        default:
            let bytes = row.raw(column)
            hash.update(UInt64(bytes.count))
            hash.update(bytes)
        }
    }
}
