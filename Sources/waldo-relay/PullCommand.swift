import ArgumentParser
import WaldoFiles
import WaldoRelay

/// `waldo-relay pull SURVEY --from postgres://... --to FILE`: brings a survey back.
struct PullCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Bring a survey from the database into a new GeoPackage, equal row for row.",
        discussion: """
                waldo-relay pull --from postgres://anna@db.example/waldo
                waldo-relay pull 6f2b7a52 --from postgres://anna@db/waldo --to yard.gpkg

            The file has the ids that the station gave, and gets its name when it is whole. Without SURVEY, the surveys of \
            the database are listed. The user needs the role waldo_reader.
            """)

    @Argument(help: "The survey: its UUID, the beginning of that, or its title.")
    var survey: String?

    @Option(help: ArgumentHelp("The database: postgres://USER@HOST/DATABASE.", valueName: "url"))
    var from: String

    @Option(help: "The file, which must not exist.", completion: .file())
    var to: String?

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        if survey != nil, to == nil { throw ValidationError("--to FILE is missing: where the survey goes") }
        if survey == nil, to != nil {
            throw ValidationError("name the survey that goes to --to; `pull --from URL` lists them")
        }
        if survey?.isEmpty == true { throw ValidationError("the survey's name is empty") }
    }

    func run() throws {
        Interruption.watch()
        let plan = try DatabasePlan(from, for: .reading, passwords: database.passwords)
        let connection = try plan.open()
        defer { connection.close() }
        let pull = try Pull(connection)
        guard let survey, let to else {
            for found in try pull.find("") { print(found.line) }
            return
        }
        let found = try pull.one(survey)
        let rows = try pull.write(found.survey, to: to)
        print("\(to): \(rows) rows of survey \(found.survey)")
    }
}
