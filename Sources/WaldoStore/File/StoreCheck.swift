/// What a file must be before its rows are read or added to.
enum StoreCheck {
    /// That the file is a GeoPackage of Waldo's, of a version that this program knows, and that each of Waldo's tables
    /// is the one that Waldo makes.
    /// - Returns: the schema's version.
    @discardableResult
    static func schema(of connection: Connection, latest: Int64 = Schema.version) throws(StoreError) -> Int64 {
        try compared(connection, latest: latest).version
    }

    /// The same of a file that is going to be written, in which no trigger and no index but Waldo's own may be.
    /// - Returns: the schema's version, and the triggers that are missing.
    static func writableSchema(
        of connection: Connection, latest: Int64
    ) throws(StoreError) -> (version: Int64, missing: [(name: String, creation: String)]) {
        let (version, check) = try compared(connection, latest: latest)
        guard let check else { return (version, []) }
        let foreign = check.foreign
        guard let first = foreign.first else {
            connection.isOurs = true
            return (version, check.missingGuards)
        }
        let more = foreign.count - 1
        throw StoreError(
            .foreign, connection.path, first + (more > 0 ? " (`waldo survey check` lists \(more) more)" : ""))
    }

    /// - Returns: nil for the schema of an older version, of which only a copy is used, once it is migrated.
    private static func compared(
        _ connection: Connection, latest: Int64
    ) throws(StoreError) -> (version: Int64, check: SchemaCheck?) {
        let path = connection.path
        guard let number = try connection.number("PRAGMA application_id"), Schema.applicationIDs.contains(number) else {
            throw StoreError(.notGeoPackage, path, "this is not a GeoPackage; name another file")
        }
        let check = SchemaCheck(try connection.schema())
        guard check.isStore else {
            throw StoreError(
                .notAStore, path,
                check.isCopyOfLayers
                    ? "this is a copy of a survey by another program, which has taken along only some of its tables; name "
                        + "the original file, or ask for it"
                    : "this GeoPackage was not written by Waldo; name another file")
        }
        // Rows are compared, hashed and sent by the bytes of their texts.
        if let encoding = try connection.texts("PRAGMA encoding").first, encoding != "UTF-8" {
            throw StoreError(
                .foreign, path,
                "another program has rewritten it in \(encoding), and a survey is in UTF-8; name the original file, or "
                    + "convert it: `(sqlite3 FILE .dump; echo 'PRAGMA application_id = \(Schema.applicationID);') | "
                    + "sqlite3 NEW.gpkg`")
        }
        if let refusal = check.versionRefusal { throw StoreError(.foreign, path, refusal) }
        guard let version = try connection.number("SELECT version FROM waldo_schema WHERE id = 1") else {
            throw StoreError(.notAStore, path, "this GeoPackage was not written by Waldo; name another file")
        }
        guard version <= latest else {
            throw StoreError(
                .laterVersion, path,
                "the file has version \(version), this program knows \(latest); open it with a later version of Waldo")
        }
        // Each version has its own tables. An older one is compared once it is migrated.
        guard version == Schema.version else { return (version, nil) }
        if let refusal = check.refusal { throw StoreError(.foreign, path, refusal) }
        return (version, check)
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
