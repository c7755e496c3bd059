public import WaldoStore

extension RelayReader {
    /// The imported logs of a survey, each byte for byte.
    /// - Parameter greatest: a log of more bytes is an error.
    /// - Returns: by their sessions.
    /// - Throws: `StoreError`.
    public func logs(of survey: Int64, greatest: Int) throws(StoreError) -> [(session: Int64, bytes: [UInt8])] {
        let sessions = try reader.connection.texts(
            "SELECT id FROM session WHERE survey = ? AND boot LIKE 'log %' ORDER BY id"
        ) { $0.bind(survey) }
        var logs: [(session: Int64, bytes: [UInt8])] = []
        for session in sessions.compactMap({ Int64($0) }) {
            let ids = RowID.raws(of: session)
            let row = try reader.connection.rows("reading", "id, bytes", "WHERE id >= ? AND id < ? ORDER BY id")
            row.bind(ids.lowerBound)
            row.bind(ids.upperBound)
            var bytes: [UInt8] = []
            while try row.step() {
                bytes += row.raw(1)
                guard bytes.count <= greatest else {
                    row.reset()
                    throw StoreError(.failed, path, "the log of session \(session) has more than \(greatest) bytes")
                }
            }
            if !bytes.isEmpty { logs.append((session, bytes)) }
        }
        return logs
    }
}
