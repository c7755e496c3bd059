import ArgumentParser
import WaldoApp
import WaldoFiles
import WaldoLoop

/// `waldo survey show FILE...`: shows what stores contain.
struct SurveyShowCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a file contains: sessions, runs, streams, gaps, and the account of its bytes.",
        discussion: """
                waldo survey show demo.gpkg
                waldo survey show demo.gpkg --panel 127.0.0.1:8713

            With --panel a browser shows the surveys too, on a map, as a plot and as a list, until Ctrl-C.
            """)

    @Argument(
        help: "Files of `waldo survey --to` or `waldo survey import`; another process may be writing them.",
        completion: .survey)
    var files: [String]

    @OptionGroup(title: "Panel options") var panelOptions: PanelOptions

    func run() throws {
        let panel = try panelOptions.plan(nil)
        Interruption.watch()
        ForeignFiles.limitMemory()
        StandardStreams.writeOutput(String(try files.map(SurveyShown.show).joined(separator: "\n").dropLast()))
        guard let panel else { return }
        try Interruption.check()
        _ = PrintedOutput.flush()
        Signals.block()
        ForeignFiles.liftMemory()
        try StoredSurveysSession.run(files, on: panel)
    }
}
