public import WaldoStore

extension RelayLedger {
    /// Notes up to where a destination has acknowledged a stream.
    /// - Throws: `StoreError`.
    public func setCursor(
        _ destination: String, of survey: String, _ stream: RelayStream, _ upto: Int64
    ) throws(StoreError) {
        try connection.execute("INSERT OR REPLACE INTO cursor VALUES (?, ?, ?, ?)") {
            $0.bind(destination)
            $0.bind(survey)
            $0.bind(stream.name)
            $0.bind(upto)
        }
    }

    /// The revision that a survey's small tables had last for a destination, and their checksum.
    /// - Throws: `StoreError`.
    public func meta(
        _ destination: String, of survey: String
    ) throws(StoreError) -> (revision: Int64, crc: UInt32)? {
        let row = try connection.prepare("SELECT revision, crc FROM meta WHERE destination = ? AND survey = ?")
        row.bind(destination)
        row.bind(survey)
        guard try row.step() else { return nil }
        defer { row.reset() }
        return (row.int(0), UInt32(truncatingIfNeeded: row.int(1)))
    }

    /// Notes the revision that a survey's small tables have.
    /// - Throws: `StoreError`.
    public func setMeta(
        _ destination: String, of survey: String, revision: Int64, crc: UInt32
    ) throws(StoreError) {
        try connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?, ?, ?)") {
            $0.bind(destination)
            $0.bind(survey)
            $0.bind(revision)
            $0.bind(Int64(crc))
        }
    }

    /// Runs `body` in one transaction.
    /// - Throws: `StoreError`.
    public func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try connection.transaction(body)
    }
}
