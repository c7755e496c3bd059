import ArgumentParser
import WaldoFiles
import WaldoRelay

/// `waldo-relay rebuild URL [--survey UUID]`: computes the map's cells again from the samples.
struct RebuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Compute the map's cells of a database again from its samples.",
        discussion: """
                waldo-relay rebuild postgres://postgres@/waldo
                waldo-relay rebuild postgres://postgres@/waldo --survey 6f2b7a52

            Samples are judged when they come, by what is known of them then. This judges all of them again, one \
            survey after the other, and renews the map's sums and its quarantine. Collectors store meanwhile; the map \
            itself waits for each survey. The user needs the role waldo_owner.
            """)

    @Argument(help: "The database: postgres://USER@HOST/DATABASE.")
    var url: String

    @Option(help: ArgumentHelp("The survey: its UUID, or the beginning of that. Default: all.", valueName: "survey"))
    var survey: String?

    @OptionGroup var database: DatabaseOptions

    func run() throws {
        Interruption.watch()
        let connection = try DatabasePlan(url, for: .owning, passwords: database.passwords).open()
        defer { connection.close() }
        let ownership = try Ownership(connection), cells = try MapCells(connection)
        let surveys = try survey.map { [try ownership.one($0)] } ?? ownership.entries().map(\.survey)
        for survey in surveys { print("survey \(survey): \(try cells.rebuild(survey)) samples") }
        try cells.finish()
    }
}
