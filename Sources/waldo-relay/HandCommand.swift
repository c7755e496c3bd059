import ArgumentParser
import WaldoFiles
import WaldoRelay

/// `waldo-relay hand URL [--survey UUID --to STATION]`: shows whose surveys are, and gives one to a station.
struct HandCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hand",
        abstract: "Show to which station each survey of a database belongs, or hand one to another station.",
        discussion: """
                waldo-relay hand postgres://postgres@/waldo
                waldo-relay hand postgres://postgres@/waldo --survey 6f2b7a52 --to lab

            A survey belongs to the station that published it first. The station that it is handed to goes on from \
            the rows that are stored; what the former one still publishes of it is refused. In a database that is \
            older than the names of stations, surveys have none and take no more rows until they are handed to one. \
            The user needs the role waldo_owner.
            """)

    @Argument(help: "The database: postgres://USER@HOST/DATABASE.")
    var url: String

    @Option(help: ArgumentHelp("The survey: its UUID, or the beginning of that.", valueName: "survey"))
    var survey: String?

    @Flag(help: "All surveys that have no station.")
    var withoutStation = false

    @Option(help: ArgumentHelp("The station: the user by which a broker knows it.", valueName: "station"))
    var to: String?

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard (to != nil) == (survey != nil || withoutStation), survey == nil || !withoutStation else {
            throw ValidationError("--to STATION belongs to --survey UUID or to --without-station")
        }
    }

    func run() throws {
        Interruption.watch()
        let station = try to.map { text throws(Failure) in try StationName(given: text) }
        let plan = try DatabasePlan(url, for: .owning, passwords: database.passwords)
        let connection = try plan.open()
        defer { connection.close() }
        let ownership = try Ownership(connection)
        guard let station else {
            for entry in try ownership.entries() { print(entry.line) }
            return
        }
        let surveys = try survey.map { [try ownership.one($0)] }
        let doubt = try ownership.doubt(station)
        for survey in try surveys ?? ownership.entries().filter({ $0.station == nil }).map(\.survey) {
            print(try ownership.hand(survey, to: station))
        }
        if let doubt { print(doubt) }
    }
}
