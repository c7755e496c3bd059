/// What a file must be before its rows are read or added to.
enum StoreCheck {
    /// That the file is a GeoPackage of Waldo's, and of a version that this program knows.
    /// - Returns: the schema's version.
    @discardableResult
    static func schema(of connection: Connection, latest: Int64 = Schema.version) throws(StoreError) -> Int64 {
        let path = connection.path
        guard try connection.number("PRAGMA application_id") == Schema.applicationID else {
            throw StoreError(.notGeoPackage, path, "this is not a GeoPackage; name another file")
        }
        let ours = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'waldo_schema'"
        guard try connection.number(ours) == 1,
            let version = try connection.number("SELECT version FROM waldo_schema WHERE id = 1")
        else {
            throw StoreError(.notAStore, path, "this GeoPackage was not written by Waldo; name another file")
        }
        guard version <= latest else {
            throw StoreError(
                .laterVersion, path,
                "the file has version \(version), this program knows \(latest); open it with a later version of Waldo")
        }
        return version
    }

    /// That a file that is not whole by itself has the log that belongs to it.
    ///
    /// All is asked in one state of the file: while a connection sees one that is not whole in write-ahead mode, no
    /// writer can empty or remove the log. Asked one after the other, a survey that begins meanwhile looks like a copy.
    static func log(of connection: Connection) throws(StoreError) {
        let isWithoutLog = try connection.snapshot { () throws(StoreError) in
            guard try connection.number("SELECT whole FROM waldo_schema") == 0,
                try connection.texts("PRAGMA journal_mode").first == "wal",
                // Where the path is a link, the log lies beside the file.
                let file = try connection.texts("SELECT file FROM pragma_database_list WHERE name = 'main'").first
            else { return false }
            return !FileIdentity.hasLog(file)
        }
        guard isWithoutLog else { return }
        throw StoreError(
            .withoutLog, connection.path,
            "it was copied without the -wal file that belongs to it, so rows are missing; copy both files")
    }
}
