/// Ends the sessions that a process has left open: it was killed, or the machine lost its power.
enum Recovery {
    /// The most sessions that may be open. A process leaves one, and the next that writes the file ends it.
    private static let maxOpen = 1_000

    /// Their numbers.
    static func openSessions(in connection: Connection) throws(StoreError) -> [Int64] {
        let open = try connection.texts("SELECT id FROM session WHERE clean IS NULL").compactMap { Int64($0) }
        guard open.count <= maxOpen else {
            throw StoreError(
                .foreign, connection.path,
                "\(open.count) of its sessions were never ended, and no program leaves so many; restore it from a copy")
        }
        return open
    }

    /// Marks them as ended uncleanly at their last row; the transaction is the caller's.
    static func end(_ open: [Int64], in connection: Connection) throws(StoreError) {
        for session in open {
            let ids = RowID.raws(of: session)
            let last = Schema.rawTables.map {
                "SELECT max(mono) m FROM \($0) WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound)"
            }
            let end = "(SELECT max(m) FROM (\(last.joined(separator: " UNION ALL "))))"
            try connection.execute("UPDATE session SET clean = 0, mono_end = \(end) WHERE id = \(session)")
            try SurveyEnd.update(session: session, in: connection)
        }
    }
}
