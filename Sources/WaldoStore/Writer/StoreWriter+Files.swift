extension StoreWriter {
    /// The size of the ring, in bytes: 40,000 readings of 11 bytes.
    public static let defaultCapacity = 1 << 21

    /// Creates a store with one survey, and begins its first session. If that fails, there is no file.
    /// - Parameters:
    ///   - path: a file that does not exist yet.
    ///   - onFailure: called on the store's thread, at most once, if the store fails later on.
    /// - Throws: `StoreError`: `.exists`, `.readOnly`, `.full` and others.
    public static func create(
        path: String, description: SurveyDescription, start: SessionStart = SessionStart(),
        capacity: Int = defaultCapacity, whenFull: WhenFull = .drop,
        onFailure: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) throws(StoreError) -> StoreWriter {
        let file = try StoreFile(creating: path, writtenBy: description.version)
        do throws(StoreError) {
            let writer = try StoreWriter(file, description, start, capacity: capacity, whenFull: whenFull)
            writer.engine.isOfNewFile = true
            try writer.start(onFailure: onFailure)
            return writer
        } catch {
            file.discard()
            throw error
        }
    }

    /// Does all that `append` does before it adds a session: what was interrupted is rolled back, open sessions are
    /// marked, an older version is migrated, the layers' indexes are dropped, and the rows of surveys and sessions are
    /// read. What takes long in a file is done then, so that `append` does not.
    /// - Throws: `StoreError`: why no session can be added.
    public static func prepare(path: String) throws(StoreError) {
        let file = try StoreFile(opening: path, evenWithoutLog: false)
        defer { file.close() }
        for table in [SurveyRow.table, SessionRow.table] {
            let rows = try file.connection.rows(table, "ORDER BY id")
            while try rows.step() {}
        }
        try file.beginWriting()
        try file.endWriting()
    }

    /// Begins another session in an existing store: of the newest survey there that has the same arm, sensor, graph and
    /// method, or of a new survey.
    /// - Parameter evenWithoutLog: continues also if the last session was not ended and its `-wal` file is not there.
    /// - Throws: `StoreError`: `.notAStore`, `.heldByWriter`, `.withoutLog`, `.laterVersion` and others.
    public static func append(
        path: String, description: SurveyDescription, start: SessionStart = SessionStart(),
        capacity: Int = defaultCapacity, whenFull: WhenFull = .drop, evenWithoutLog: Bool = false,
        onFailure: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) throws(StoreError) -> StoreWriter {
        let file = try StoreFile(opening: path, evenWithoutLog: evenWithoutLog)
        let writer = try StoreWriter(file, description, start, capacity: capacity, whenFull: whenFull)
        try writer.start(onFailure: onFailure)
        return writer
    }
}
