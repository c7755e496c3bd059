/// The tags of surveys.
enum TagRows {
    /// Adds a tag; a tag that the survey has is not added again.
    static func add(_ tag: String, to survey: Int64, in connection: Connection) throws(StoreError) {
        try connection.execute("INSERT OR IGNORE INTO tag (survey, text) VALUES (?, ?)") {
            $0.bind(survey)
            $0.bind(tag)
        }
    }
}
