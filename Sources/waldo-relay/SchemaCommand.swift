import ArgumentParser
import WaldoCore
import WaldoFiles
import WaldoRelay

/// `waldo-relay schema [URL]`: prints the schema of the database, applies it, or compares it.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the schema of the database, apply or migrate it there, or compare it.",
        discussion: """
                waldo-relay schema > schema.sql
                waldo-relay schema postgres://postgres@/waldo --check

            Without a URL the SQL is printed, for psql. With one it is applied in one transaction, under a lock, by a user \
            who may create schemas, roles and the extensions postgis and pgrouting. Applying it again changes nothing \
            but what differs. With --check nothing is changed, and the exit status is 1 if something differs.
            """)

    @Argument(help: "The database: postgres://USER@HOST/DATABASE.")
    var url: String?

    @Flag(help: "Only say in what the database differs.")
    var check = false

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        if check, url == nil { throw ValidationError("--check needs the URL of a database") }
    }

    func run() throws {
        Interruption.watch()
        guard let url else { return print(SchemaFiles.script, terminator: "") }
        let plan = try DatabasePlan(url, for: check ? .reading : .installing, passwords: database.passwords)
        let connection = try plan.open()
        defer { connection.close() }
        let schema = DatabaseSchema(connection)
        if check {
            let differences = try schema.allDifferences()
            try hint(schema, plan)
            for difference in differences { print(difference) }
            if !differences.isEmpty { throw ExitStatus.differs }
            print("\(plan.address): the schema is that of this program (version \(SchemaFiles.version))")
        } else {
            print("\(plan.address): \(try schema.apply().done)")
            try hint(schema, plan)
        }
    }

    /// No difference: other databases are not this program's.
    private func hint(_ schema: DatabaseSchema, _ plan: DatabasePlan) throws {
        if let reach = try schema.reachOfReaders() { StandardStreams.writeError("\(plan.address): \(reach)") }
    }
}
