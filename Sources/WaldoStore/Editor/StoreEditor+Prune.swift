extension StoreEditor {
    /// Deletes the raw rows of surveys for good, and gives their room back to the disk. Derived rows stay, and can not
    /// be computed again. This is the only way in which raw rows end.
    /// - Parameter at: when, in microseconds since 1970.
    /// - Throws: `StoreError`; `.missing` if there is no such survey.
    public func prune(_ surveys: [Int64], at: Int64) throws(StoreError) {
        try file.change { () throws(StoreError) in
            try connection.execute(Schema.protectionDropped)
            for survey in surveys {
                try require(survey)
                for session in try connection.texts("SELECT id FROM session WHERE survey = \(survey)") {
                    let ids = RowID.raws(of: Int64(session) ?? 0)
                    for table in Schema.rawTables {
                        try connection.execute(
                            "DELETE FROM \(table) WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound)")
                    }
                }
                try connection.execute("UPDATE survey SET pruned = ? WHERE id = ?") {
                    $0.bind(at)
                    $0.bind(survey)
                }
            }
            try connection.execute(Schema.protection)
        }
        try connection.execute("VACUUM")
    }
}
