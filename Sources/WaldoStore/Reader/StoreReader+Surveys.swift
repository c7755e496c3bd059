import WaldoCore
import WaldoTime

extension StoreReader {
    /// The surveys of the file in the order in which they were made.
    /// - Parameter deleted: whether deleted ones are among them.
    public func surveys(deleted: Bool = false) throws(StoreError) -> [SurveySummary] {
        // A writer that ends its session meanwhile has not been killed, nor has one that has just begun.
        let wasWritten = isBeingWritten
        return try connection.snapshot { () throws(StoreError) in
            let rows = try connection.rows(
                SurveyRow.table, deleted ? "ORDER BY id" : "WHERE deleted IS NULL ORDER BY id")
            var surveys: [SurveySummary] = []
            while try rows.step() { surveys.append(try survey(rows.int(0), rows.row(), wasWritten: wasWritten)) }
            return surveys
        }
    }

    private func survey(_ id: Int64, _ row: SurveyRow, wasWritten: Bool) throws(StoreError) -> SurveySummary {
        var description = row.survey
        description.device = try device(id)
        description.tags = try connection.texts("SELECT text FROM tag WHERE survey = \(id) ORDER BY id")
        description.characteristics = try connection.texts(
            """
            SELECT uuid FROM channel WHERE session = (SELECT min(id) FROM session WHERE survey = \(id))
            ORDER BY channel
            """)
        return SurveySummary(
            id: id, description: description, ended: row.ended, deleted: row.deleted, pruned: row.pruned,
            sessions: try sessions(of: id, wasWritten: wasWritten), notes: try notes(of: id))
    }

    private func device(_ survey: Int64) throws(StoreError) -> SurveyDescription.Device {
        let rows = try connection.rows(
            DeviceRow.table, "WHERE survey = \(survey) ORDER BY address IS NULL, id LIMIT 1")
        guard try rows.step() else { return SurveyDescription.Device() }
        defer { rows.reset() }
        return rows.row(as: DeviceRow.self).device
    }

    private func notes(of survey: Int64) throws(StoreError) -> [Note] {
        let rows = try connection.rows(NoteRow.table, "WHERE survey = \(survey) ORDER BY id")
        var notes: [Note] = []
        while try rows.step() {
            let row = rows.row(as: NoteRow.self)
            notes.append(Note(id: rows.int(0), utc: row.utc, text: row.text, place: row.place))
        }
        return notes
    }
}
