import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoSurvey

/// `waldo survey process FILE`: computes a survey again from its raw rows.
struct SurveyProcessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "process",
        abstract: "Compute a survey again from its raw rows.",
        discussion: """
                waldo survey process --verify demo.gpkg # the same numbers today?
                waldo survey process demo.gpkg --graph ./my-graph.yaml

            Raw rows never change: processing adds a run, by the survey's graph or another one. With --verify nothing is \
            written: the newest run is computed again and compared, number by number. The exit status is then 0 if all \
            numbers are equal, and 1 if one differs. If another process is still writing the survey, the rows stored so far \
            are compared.

            Each session's run is added as a whole: a signal ends the command at once and discards an unfinished run. If the \
            graph takes none of the streams that the sensor's messages describe, nothing is written, and the exit status is 65.
            """)

    @Argument(help: "A file of `waldo survey --to` or `waldo survey import`.", completion: .survey)
    var file: String

    @Option(
        help: "The graph: a name (see `waldo graphs`), a file, or none. Default: the survey's own.",
        completion: .graphsOrNone)
    var graph: String?

    @Option(
        help: """
            How the sensor was carried: foot, bicycle, boat, uav, car, train or aircraft. Default: what the survey was \
            computed by before.
            """)
    var method: TravelMethod?

    @Option(
        help: ArgumentHelp("The survey's number (see `waldo survey list`). Default: all of the file.", valueName: "n"))
    var survey: Int64?

    @Flag(help: "Compare with the stored numbers, and write nothing.")
    var verify = false

    func validate() throws {
        if verify, method != nil {
            throw ValidationError("--verify computes by the run's own rules; leave --method out")
        }
        if verify, graph != nil { throw ValidationError("--verify computes by the run's own graph; leave --graph out") }
    }

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        if verify { return try runVerification() }
        let graph: SurveyProcessing.GraphChoice =
            switch graph {
            case nil: .own
            case SurveyPlan.noGraph: .none
            case let name?: try .file(Library().graph(name))
            }
        let results = try SurveyProcessing.process(
            file, survey: survey, graph: graph, method: method, progress: { _ in })
        for result in results {
            print(Self.head(result) + "a run of \(Self.rows(result.rows)) added")
        }
    }

    private func runVerification() throws {
        let results = try SurveyProcessing.verify(file, survey: survey)
        if results.isEmpty { print("\(SafeText.escaped(file, upTo: .max)): there is no run to compare") }
        for result in results {
            let head = Self.head(result)
            if let difference = result.difference {
                print(head + "DIFFERENT: \(difference)")
            } else if result.isRunning {
                let rest = result.missing > 0 ? ", and \(result.missing) more are not final yet" : ""
                print(head + "\(Self.rows(result.rows)) equal so far; it is still being written\(rest)")
            } else if result.missing > 0 {
                print(
                    head
                        + "\(Self.rows(result.rows)) equal; the process was killed before \(result.missing) more were stored"
                )
            } else {
                print(head + "\(Self.rows(result.rows)) equal")
            }
        }
        if results.contains(where: { $0.difference != nil }) { throw ExitCode(1) }
    }

    private static func head(_ result: SurveyProcessing.Result) -> String {
        "\(SafeText.escaped(result.title, upTo: 120)), session \(result.session): "
    }

    private static func rows(_ number: Int) -> String { number == 1 ? "1 row" : "\(number) rows" }
}
