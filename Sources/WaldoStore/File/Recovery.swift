/// Ends the sessions that a process has left open: it was killed, or the machine lost its power.
enum Recovery {
    /// Marks them as ended uncleanly at their last row; the transaction is the caller's.
    /// - Returns: whether there were any.
    static func markOpenSessions(in connection: Connection) throws(StoreError) -> Bool {
        let open = try connection.texts("SELECT id FROM session WHERE clean IS NULL").compactMap { Int64($0) }
        for session in open {
            let ids = RowID.raws(of: session)
            let last = Schema.rawTables.map {
                "SELECT max(mono) m FROM \($0) WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound)"
            }
            let end = "(SELECT max(m) FROM (\(last.joined(separator: " UNION ALL "))))"
            try connection.execute("UPDATE session SET clean = 0, mono_end = \(end) WHERE id = \(session)")
            try SurveyEnd.update(session: session, in: connection)
        }
        return !open.isEmpty
    }
}
