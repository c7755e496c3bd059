extension RelayLedger {
    /// Up to where a destination has acknowledged the streams of a survey. A log that was left is not believed: the
    /// next push asks the database.
    /// - Throws: `StoreError`.
    public func cursors(_ destination: String, of survey: String) throws(StoreError) -> [RelayStream: Int64] {
        if hasLog, isReadOnly { return [:] }
        let row = try connection.prepare("SELECT stream, upto FROM cursor WHERE destination = ? AND survey = ?")
        row.bind(destination)
        row.bind(survey)
        var cursors: [RelayStream: Int64] = [:]
        while try row.step() {
            guard let stream = RelayStream(name: row.text(0)) else { continue }
            cursors[stream] = max(stream.start, min(row.int(1), stream.ids.upperBound - 1))
        }
        return cursors
    }

    /// The destinations that a survey was sent to, or any at all.
    /// - Throws: `StoreError`.
    public func destinations(of survey: String? = nil) throws(StoreError) -> [String] {
        guard let survey else { return try connection.texts("SELECT name FROM destination ORDER BY name") }
        return try connection.texts("SELECT DISTINCT destination FROM cursor WHERE survey = ? ORDER BY 1") {
            $0.bind(survey)
        }
    }

    /// How many raw rows of a survey the database has not acknowledged, at the destination that has most of them.
    /// - Throws: `StoreError`.
    public func unacknowledged(_ survey: Int64, in reader: StoreReader) throws(StoreError) -> Int64 {
        let uuid = try reader.connection.texts("SELECT lower(uuid) FROM survey WHERE id = \(survey)").first ?? ""
        var least: Int64?
        for destination in try destinations(of: uuid) + [""] {
            let cursors = try cursors(destination, of: uuid)
            var rows: Int64 = 0
            for session in try reader.connection.texts("SELECT id FROM session WHERE survey = \(survey)") {
                for table in RelayStream.Table.allCases where table.isRaw {
                    guard let stream = RelayStream(table, of: Int64(session) ?? 0) else { continue }
                    rows += try reader.rows(
                        table.rawValue, in: (cursors[stream] ?? stream.start) + 1..<stream.ids.upperBound)
                }
            }
            least = min(least ?? rows, rows)
        }
        return least ?? 0
    }
}
