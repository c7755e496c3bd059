extension StoreReader {
    /// What is known of a survey without counting its rows.
    public struct Found: Equatable, Sendable {
        /// Its number in the file.
        public var id: Int64
        /// Its title.
        public var title: String
        /// Whether it is marked as deleted.
        public var isDeleted: Bool
        /// Whether all of its sessions were ended.
        public var isWhole: Bool
    }

    /// The survey of a UUID, also a deleted one; nil: there is none.
    /// - Throws: `StoreError`.
    public func survey(uuid: String) throws(StoreError) -> Found? {
        let row = try connection.prepare(
            """
            SELECT id, title, deleted IS NOT NULL,
                NOT EXISTS (SELECT 1 FROM session WHERE session.survey = survey.id AND clean IS NOT 1)
            FROM survey WHERE uuid = ?
            """)
        row.bind(uuid)
        guard try row.step() else { return nil }
        defer { row.reset() }
        return Found(id: row.int(0), title: row.text(1), isDeleted: row.int(2) != 0, isWhole: row.int(3) != 0)
    }
}
