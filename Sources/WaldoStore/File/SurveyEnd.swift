/// When a survey has ended, by the wall clock's last row of its session.
enum SurveyEnd {
    /// Sets it from the session's end; unchanged where no clock was recorded.
    static func update(session: Int64, in connection: Connection) throws(StoreError) {
        let ids = RowID.raws(of: session)
        let statement = try connection.prepare(
            """
            SELECT s.survey, c.utc + s.mono_end - c.mono FROM session s JOIN clock c
            ON c.id = (SELECT max(id) FROM clock WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound))
            WHERE s.id = \(session)
            """)
        guard try statement.step(), let ended = statement.optionalInt(1) else { return }
        let survey = statement.int(0)
        statement.reset()
        try connection.execute("UPDATE survey SET ended = ?, ended_time = ? WHERE id = ?") {
            $0.bind(ended)
            $0.bind(TimeColumn(ended))
            $0.bind(survey)
        }
    }
}
