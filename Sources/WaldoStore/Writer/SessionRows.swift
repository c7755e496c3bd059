import WaldoCore

/// The rows with which a session begins.
struct SessionRows {
    /// The ids of its survey, of itself, and of the run of its live results.
    let survey: Int64, session: Int64, run: Int64
    /// The survey's UUID: that of an earlier session where this one continues its survey.
    let uuid: String

    /// Adds a session to the newest survey with the same files and method, or to a new survey; the transaction is the
    /// caller's.
    init(_ description: SurveyDescription, _ start: SessionStart, in connection: Connection) throws(StoreError) {
        if start.continuesSurvey, let known = try Self.newest(like: description, in: connection) {
            survey = known
            uuid = try connection.texts("SELECT uuid FROM survey WHERE id = \(known)").first ?? description.uuid
        } else {
            survey = try Self.insert(description, in: connection)
            uuid = description.uuid
        }
        session = try connection.insertSession(SessionRow(survey: survey, boot: start.boot))
        try Self.insertChannels(description, survey: survey, session: session, in: connection)
        run = try connection.insertRun(
            RunRow(session: session, description.run, isLive: true, made: description.started))
    }

    private static func newest(
        like description: SurveyDescription, in connection: Connection
    ) throws(StoreError) -> Int64? {
        try connection.number(
            """
            SELECT max(id) FROM survey
            WHERE arm IS ? AND sensor IS ? AND graph IS ? AND method IS ? AND deleted IS NULL
            """
        ) {
            $0.bind(description.arm?.text)
            $0.bind(description.sensor.text)
            $0.bind(description.graph?.text)
            // A simulation is no session of a measured survey.
            $0.bind(description.method)
        }
    }

    private static func insert(
        _ description: SurveyDescription, in connection: Connection
    ) throws(StoreError) -> Int64 {
        let existing = try connection.number("SELECT id FROM survey WHERE uuid = ?") { $0.bind(description.uuid) }
        guard existing == nil else {
            throw StoreError(
                .exists, connection.path,
                "the file holds survey \(SafeText.escaped(description.uuid)) with other files already")
        }
        let survey = try connection.insert(SurveyRow(survey: description))
        for tag in description.tags { try connection.insert(TagRow(survey: survey, text: tag), or: "IGNORE") }
        return survey
    }

    private static func insertChannels(
        _ description: SurveyDescription, survey: Int64, session: Int64, in connection: Connection
    ) throws(StoreError) {
        let row = DeviceRow(survey: survey, device: description.device)
        let known = try connection.number(
            "SELECT id FROM device WHERE survey = ? AND address IS ? AND name IS ? AND serial IS ?"
        ) { $0.bind(row: row) }
        let device = if let known { known } else { try connection.insert(row) }
        for (index, uuid) in description.characteristics.enumerated() {
            try connection.insert(ChannelRow(session: session, device: device, channel: index, uuid: uuid))
        }
    }
}
