internal import WaldoCore

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
        try connection.execute("INSERT INTO session (survey, boot) VALUES (?, ?)") { [survey] in
            $0.bind(survey)
            $0.bind(start.boot)
        }
        session = try RowID.require(
            connection.lastInserted, in: RowID.sessions, "session", of: connection.path)
        try Self.insertChannels(description, survey: survey, session: session, in: connection)
        run = try RunRows.insert(
            description.run, session: session, live: true, made: description.started, in: connection)
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
        let taken = try connection.number("SELECT id FROM survey WHERE uuid = ?") { $0.bind(description.uuid) }
        guard taken == nil else {
            throw StoreError(
                .exists, connection.path,
                "the file holds survey \(SafeText.escaped(description.uuid)) with other files already")
        }
        try connection.execute(
            """
            INSERT INTO survey (uuid, title, method, started, started_time, arm_name, arm, sensor_name, sensor,
                graph_name, graph, location, start_position, upload, serial, version)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) {
            $0.bind(description.uuid)
            $0.bind(description.title)
            $0.bind(description.method)
            $0.bind(description.started)
            $0.bind(TimeText.text(description.started))
            for file in [description.arm, description.sensor, description.graph] {
                $0.bind(file?.name)
                $0.bind(file?.text)
            }
            $0.bind(description.location)
            $0.bind(description.startPosition)
            $0.bind(description.allowsUpload)
            $0.bind(description.device.serial)
            $0.bind(description.version)
        }
        let survey = connection.lastInserted
        for tag in description.tags { try TagRows.add(tag, to: survey, in: connection) }
        return survey
    }

    private static func insertChannels(
        _ description: SurveyDescription, survey: Int64, session: Int64, in connection: Connection
    ) throws(StoreError) {
        let device = description.device
        func bind(_ statement: PreparedStatement) {
            statement.bind(survey)
            for text in [device.address, device.name, device.serial] { statement.bind(text) }
        }
        let known = try connection.number(
            "SELECT id FROM device WHERE survey = ? AND address IS ? AND name IS ? AND serial IS ?", bind)
        if known == nil {
            try connection.execute("INSERT INTO device (survey, address, name, serial) VALUES (?, ?, ?, ?)", bind)
        }
        var id = known
        if id == nil { id = connection.lastInserted }
        for (place, uuid) in description.characteristics.enumerated() {
            try connection.execute("INSERT INTO channel (session, device, channel, uuid) VALUES (?, ?, ?, ?)") {
                $0.bind(session)
                $0.bind(id)
                $0.bind(place)
                $0.bind(uuid)
            }
        }
    }
}
