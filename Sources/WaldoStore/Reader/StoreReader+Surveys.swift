internal import WaldoCore
internal import WaldoTime

extension StoreReader {
    /// The surveys of the file in the order in which they were made.
    /// - Parameter deleted: whether deleted ones are among them.
    public func surveys(deleted: Bool = false) throws(StoreError) -> [SurveySummary] {
        // A writer that ends its session meanwhile has not been killed, nor has one that has just begun.
        let wasWritten = isBeingWritten
        return try connection.snapshot { () throws(StoreError) in
            let statement = try connection.rows(
                "survey",
                """
                id, uuid, title, method, started, arm_name, arm, sensor_name, sensor, graph_name, graph, location,
                    start_position, upload, version, ended, deleted, pruned
                """, deleted ? "ORDER BY id" : "WHERE deleted IS NULL ORDER BY id")
            var surveys: [SurveySummary] = []
            while try statement.step() { surveys.append(try survey(statement, wasWritten: wasWritten)) }
            return surveys
        }
    }

    private func survey(_ row: PreparedStatement, wasWritten: Bool) throws(StoreError) -> SurveySummary {
        let id = row.int(0)
        func file(_ column: Int) -> SurveyDescription.File? {
            guard let text = row.optionalText(column + 1) else { return nil }
            return SurveyDescription.File(name: row.text(column), text: text)
        }
        let description = SurveyDescription(
            uuid: row.text(1), title: row.text(2), method: row.optionalText(3), started: row.int(4), arm: file(5),
            sensor: file(7) ?? SurveyDescription.File(name: "", text: ""), graph: file(9),
            location: row.optionalText(11), startPosition: row.optionalText(12), version: row.text(14),
            tags: try connection.texts("SELECT text FROM tag WHERE survey = \(id) ORDER BY id"),
            allowsUpload: row.int(13) != 0, device: try device(id),
            characteristics: try connection.texts(
                """
                SELECT uuid FROM channel WHERE session = (SELECT min(id) FROM session WHERE survey = \(id))
                ORDER BY channel
                """))
        return SurveySummary(
            id: id, description: description, ended: row.optionalInt(15), deleted: row.optionalInt(16),
            pruned: row.optionalInt(17), sessions: try sessions(of: id, wasWritten: wasWritten),
            notes: try notes(of: id))
    }

    private func device(_ survey: Int64) throws(StoreError) -> SurveyDescription.Device {
        let row = try connection.rows(
            "device", "address, name, serial", "WHERE survey = \(survey) ORDER BY address IS NULL, id LIMIT 1")
        guard try row.step() else { return SurveyDescription.Device() }
        defer { row.reset() }
        return SurveyDescription.Device(
            address: row.optionalText(0), name: row.optionalText(1), serial: row.optionalText(2))
    }

    private func notes(of survey: Int64) throws(StoreError) -> [Note] {
        let row = try connection.rows(
            "note", "id, utc, text, x, y, srs", "WHERE survey = \(survey) ORDER BY id")
        var notes: [Note] = []
        while try row.step() {
            var place: Place?
            if let x = row.optionalDouble(3), let system = Place.System(rawValue: Int32(truncatingIfNeeded: row.int(5)))
            {
                place = Place(system: system, x: x, y: row.double(4))
            }
            notes.append(Note(id: row.int(0), utc: row.int(1), text: row.text(2), place: place))
        }
        return notes
    }
}
