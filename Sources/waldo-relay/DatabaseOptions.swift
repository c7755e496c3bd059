import ArgumentParser

/// The options of every command that uses a database.
struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .customLong("passfile"),
        help: ArgumentHelp(
            "A file of mode 0600 with the database's password, as HOST:PORT:DATABASE:USER:PASSWORD. Default: that of PGPASSFILE, or ~/.pgpass.",
            valueName: "file"),
        completion: .file())
    var passwords: String?
}
