/// Changes a store that no session is writing: runs, notes, tags, and what is deleted. Closing it completes the file.
///
/// Used by one thread at a time; other processes cannot write the file meanwhile.
public final class StoreEditor {
    /// Reads the file as it is being changed.
    public let reader: StoreReader
    let file: StoreFile
    private var isComplete: Bool
    private var isClosed = false

    var connection: Connection { file.connection }

    /// Opens a store. A session whose process was killed is marked as ended uncleanly; an older version is migrated.
    /// - Parameters:
    ///   - evenWithoutLog: opens also a file whose session was not ended and whose `-wal` file is not there.
    ///   - isInterrupted: asked every millisecond or so; once it is, what goes on fails as `.interrupted`, and its
    ///     changes are taken back.
    /// - Throws: `StoreError`.
    public init(
        path: String, evenWithoutLog: Bool = false, isInterrupted: (@Sendable () -> Bool)? = nil
    ) throws(StoreError) {
        file = try StoreFile(opening: path, evenWithoutLog: evenWithoutLog, isInterrupted: isInterrupted)
        reader = StoreReader(sharing: file.connection)
        isComplete = !file.wasUnclean
    }

    deinit { try? close() }

    /// Builds the indexes if rows have changed, and leaves one file without a log. Called by `deinit` too, without its
    /// errors.
    /// - Throws: `StoreError`.
    public func close() throws(StoreError) {
        guard !isClosed else { return }
        isClosed = true
        defer { file.close() }
        if !isComplete {
            try file.change { () throws(StoreError) in try Layers.finish(in: connection) }
        }
        try file.endWriting()
    }

    // MARK: surveys

    /// Marks a survey as deleted, or takes that back. Its rows stay.
    /// - Parameter at: when, in microseconds since 1970; nil: it is not deleted.
    /// - Throws: `StoreError`; `.missing` if there is no such survey.
    public func setDeleted(_ survey: Int64, at: Int64?) throws(StoreError) {
        try change("survey \(survey)", "UPDATE survey SET deleted = ? WHERE id = ?") {
            $0.bind(at)
            $0.bind(survey)
        }
    }

    /// States whether a survey may be published.
    /// - Throws: `StoreError`; `.missing` if there is no such survey.
    public func setUpload(_ survey: Int64, isAllowed: Bool) throws(StoreError) {
        try change("survey \(survey)", "UPDATE survey SET upload = ? WHERE id = ?") {
            $0.bind(isAllowed)
            $0.bind(survey)
        }
    }

    /// Adds a tag to a survey; one that it has is not added again.
    /// - Throws: `StoreError`; `.missing` if there is no such survey.
    public func addTag(_ tag: String, to survey: Int64) throws(StoreError) {
        try require(survey)
        try file.change { () throws(StoreError) in
            _ = try connection.insert(TagRow(survey: survey, text: tag), or: "IGNORE")
        }
    }

    /// Removes a tag from a survey.
    /// - Throws: `StoreError`; `.missing` if it has no such tag.
    public func removeTag(_ tag: String, from survey: Int64) throws(StoreError) {
        try change("tag of this name", "DELETE FROM tag WHERE survey = ? AND text = ?") {
            $0.bind(survey)
            $0.bind(tag)
        }
    }

    func change(_ what: String, _ sql: String, _ bind: (PreparedStatement) -> Void) throws(StoreError) {
        try file.change { () throws(StoreError) in
            try connection.execute(sql, bind)
            guard try connection.number("SELECT changes()") != 0 else { throw reader.notFound(what) }
        }
    }

    func require(_ survey: Int64) throws(StoreError) {
        guard try connection.number("SELECT id FROM survey WHERE id = \(survey)") != nil else {
            throw reader.notFound("survey \(survey)")
        }
    }

    /// Has the layers' indexes built when the file is closed, after sessions that left them to others.
    public func rebuildLayers() { isComplete = false }

    func setComplete() { isComplete = true }
}
