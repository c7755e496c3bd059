import WaldoCore
import WaldoFiles
import WaldoStore

/// The schema in a database: what it is, and how it becomes this program's.
public final class DatabaseSchema {
    private let database: DatabaseConnection

    /// The schema of a database.
    public init(_ database: DatabaseConnection) { self.database = database }

    /// What would have to be done.
    /// - Throws: `DatabaseError`.
    public func plan() throws(DatabaseError) -> SchemaPlan {
        SchemaPlan(installed: try installed(), version: SchemaFiles.version, contents: SchemaFiles.contents)
    }

    private var isThere: Bool {
        get throws(DatabaseError) {
            try database.query("SELECT to_regclass('waldo.schema_version')").first?.first ?? nil != nil
        }
    }

    private func installed() throws(DatabaseError) -> (version: Int, contents: String)? {
        guard try isThere else { return nil }
        let row = try database.query(
            "SELECT version, contents FROM waldo.schema_version ORDER BY version DESC LIMIT 1"
        ).first
        guard let row, let version = row[0].flatMap({ Int($0) }), let contents = row[1] else { return nil }
        return (version, contents)
    }

    /// Makes the schema this program's, in one transaction, one program at a time.
    /// - Returns: what was done.
    /// - Throws: `DatabaseError`; then nothing was changed.
    public func apply() throws(DatabaseError) -> SchemaPlan {
        try database.retrying(6) { () throws(DatabaseError) in try applyOnce() }
    }

    private func applyOnce() throws(DatabaseError) -> SchemaPlan {
        try database.transaction { () throws(DatabaseError) in
            // A lock that who only reads cannot have, and that keeps no reader out.
            if try isThere { try database.query("LOCK TABLE waldo.schema_version IN SHARE ROW EXCLUSIVE MODE") }
            var plan = try plan()
            switch plan {
            case .nothing, .restore, .rights:
                let differing = try differingParts()
                if differing.isEmpty { return try applyRights() }
                plan = .restore(differing)
            case .later: throw later
            case .migrate(let versions):
                if let version = versions.first, version < SchemaFiles.earliest {
                    throw DatabaseError(.schema, database.address, "this program cannot migrate version \(version)")
                }
            case .create, .renew: break
            }
            for file in SchemaFiles.files { try database.script(file) }
            try database.script(SchemaFiles.record)
            return plan
        }
    }

    /// Adds what lacks of rights alone: logins come later, and rights are not part of a dump.
    private func applyRights() throws(DatabaseError) -> SchemaPlan {
        let before = try lackingRights()
        try database.script(SchemaFiles.rights)
        let after = try lackingRights(), added = before.filter { !after.contains($0) }
        return added.isEmpty ? .nothing : .rights(added)
    }

    /// Refuses a schema that rows cannot be stored in or read from: none, or that of another version.
    /// - Throws: `DatabaseError`.
    public func require() throws(DatabaseError) {
        switch try plan() {
        case .nothing, .restore, .rights, .renew: return
        case .create:
            throw DatabaseError(
                .schema, database.address, "it has no schema waldo; make it with `waldo-relay schema URL`")
        case .migrate:
            throw DatabaseError(
                .schema, database.address,
                "its schema is of an earlier version; migrate it with `waldo-relay schema URL`")
        case .later: throw later
        }
    }

    private var later: DatabaseError {
        DatabaseError(
            .schema, database.address, "its schema is of a later version of waldo-relay; install that version here")
    }

    /// In what the database differs from the program: a sentence each.
    /// - Throws: `DatabaseError`.
    public func allDifferences() throws(DatabaseError) -> [String] {
        switch try plan() {
        case .nothing, .restore, .rights:
            try differences()
                + database.transaction { () throws(DatabaseError) in try differingParts() + lackingRights() }
        case .create: ["there is no schema waldo"]
        case .renew: ["functions or views are of another build of version \(SchemaFiles.version)"] + (try differences())
        case .migrate(let versions): ["the schema is of version \(versions[0]), and not \(SchemaFiles.version)"]
        case .later(let version): ["the schema is of version \(version), later than \(SchemaFiles.version)"]
        }
    }

    /// What is missing of what the program has made, or is another: a sentence each. For a transaction.
    private func differingParts() throws(DatabaseError) -> [String] {
        guard try !database.query(SchemaParts.isNoted).isEmpty else {
            return ["the table waldo.schema_part is missing"]
        }
        try database.query(SchemaParts.path)
        let found = try database.query(SchemaParts.differences).compactMap { $0.first ?? nil }
        // Extensions that are missing belong into the session's schema.
        try database.query(SchemaParts.ownPath)
        return found
    }

    /// What the rights of the database lack: a sentence each; nothing where the function that says so is missing.
    /// - Throws: `DatabaseError`.
    private func lackingRights() throws(DatabaseError) -> [String] {
        let isThere: SQL = "SELECT 1 WHERE to_regproc('waldo.lacking_rights') IS NOT NULL"
        guard try !database.query(isThere).isEmpty else { return [] }
        return try database.query("SELECT waldo.lacking_rights()").compactMap { $0.first ?? nil }
    }

    /// To which other databases of the server logins that only read may connect, and what ends that; nil: to none, or
    /// there is no such login. Nothing is revoked there: other programs may use them.
    /// - Throws: `DatabaseError`.
    public func reachOfReaders() throws(DatabaseError) -> String? {
        guard try isThere else { return nil }
        let names =
            try database.query(
                """
                SELECT string_agg(quote_ident(d.datname), ', ' ORDER BY d.datname) FROM pg_database d
                WHERE d.datallowconn AND d.datname <> current_database()
                    AND has_database_privilege('public', d.oid, 'CONNECT') AND EXISTS (
                        SELECT FROM pg_roles r WHERE r.rolcanlogin AND pg_has_role(r.oid, 'waldo_reader', 'MEMBER')
                            AND NOT pg_has_role(r.oid, 'waldo_collector', 'MEMBER')
                            AND NOT pg_has_role(r.oid, 'waldo_owner', 'MEMBER'))
                """
            ).first?.first ?? nil
        return names.map { names in
            "logins that only read may connect to \(SafeText.escaped(names)) too, where nothing keeps them from taking the "
                + "server's locks and disk; where nobody else needs it: "
                + "REVOKE CONNECT ON DATABASE \(SafeText.escaped(names)) FROM PUBLIC"
        }
    }

    /// In what the tables of the database differ from those of the program: a sentence each.
    /// - Throws: `DatabaseError`.
    private func differences() throws(DatabaseError) -> [String] {
        var found: [String: [String: String]] = [:]
        for row in try database.query(
            """
            SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'waldo'
            ORDER BY ordinal_position
            """)
        {
            guard let table = row[0], let column = row[1], let type = row[2] else { continue }
            found[table, default: [:]][column] = type
        }
        var differences: [String] = []
        for table in StoreTable.meta + StoreTable.appended {
            guard let columns = found[table.name] else {
                differences.append("the table waldo.\(table.name) is missing")
                continue
            }
            for column in table.columns where columns[column.name] != column.kind.databaseType {
                differences.append(
                    columns[column.name].map {
                        "waldo.\(table.name).\(column.name) is \($0) in place of \(column.kind.databaseType)"
                    } ?? "waldo.\(table.name).\(column.name) is missing")
            }
        }
        return differences
    }
}
