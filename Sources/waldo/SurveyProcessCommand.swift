internal import ArgumentParser
internal import WaldoApp
internal import WaldoFiles

/// `waldo survey process FILE`: computes a survey again from its raw rows.
struct SurveyProcessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "process",
        abstract: "Compute a survey again from what was heard.",
        discussion: """
            Raw rows never change: what is computed again is added as a run of its own, by the survey's graph or another \
            one. With --verify nothing is written: the newest run is computed again and compared, number by number. \
            The exit status is then 0 if all is equal, and 1 at the first difference. Of a survey that is still being \
            written, what is there is compared.

            Each session's run is added as a whole: a signal ends the command at once, and what was being computed is not \
            there.
            """)

    @Argument(help: "A file of `waldo survey --to`.")
    var file: String

    @Option(help: "The graph: a name (see `waldo graphs`), a file, or none. Default: the survey's own.")
    var graph: String?

    @Option(
        help: ArgumentHelp("The survey's number (see `waldo survey list`). Default: all of the file.", valueName: "n"))
    var survey: Int64?

    @Flag(help: "Compare with what is stored, and write nothing.")
    var verify = false

    func validate() throws {
        if verify, graph != nil { throw ValidationError("--verify computes by the run's own graph; leave --graph out") }
    }

    func run() throws {
        Interruption.watch()
        if verify { return try runVerification() }
        let graph: SurveyProcessing.GraphChoice =
            switch graph {
            case nil: .own
            case SurveyPlan.noGraph: .none
            case let name?: try .file(Library().graph(name))
            }
        for result in try SurveyProcessing.process(file, survey: survey, graph: graph, progress: { _ in }) {
            print("\(result.title), session \(result.session): a run of \(result.rows) rows added")
        }
    }

    private func runVerification() throws {
        let results = try SurveyProcessing.verify(file, survey: survey)
        if results.isEmpty { print("\(file): there is no run to compare") }
        for result in results {
            let head = "\(result.title), session \(result.session): "
            if let difference = result.difference {
                print(head + "DIFFERENT: \(difference)")
            } else if result.isRunning {
                let rest = result.missing > 0 ? ", and \(result.missing) more are not final yet" : ""
                print(head + "\(result.rows) rows equal so far; it is still being written\(rest)")
            } else if result.missing > 0 {
                print(
                    head + "\(result.rows) rows equal; the process was killed before \(result.missing) more were stored"
                )
            } else {
                print(head + "\(result.rows) rows equal")
            }
        }
        if results.contains(where: { $0.difference != nil }) { throw ExitCode(1) }
    }
}
