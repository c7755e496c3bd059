import ArgumentParser

/// `waldo survey`: records a sensor, and shows, computes and exports what was stored.
struct SurveyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "survey",
        abstract: "Record a sensor: store every byte that it sends, compute results, export them.",
        discussion: """
                waldo survey --sensor demo --until 1m --to demo.gpkg
                waldo survey show demo.gpkg
                waldo survey map demo.gpkg --png demo.png
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Measure",
                subcommands: [SurveyRunCommand.self, SurveyRasterCommand.self, SurveyImportCommand.self]),
            CommandGroup(
                name: "Result",
                subcommands: [
                    SurveyMapCommand.self, SurveySourceCommand.self, SurveyRouteCommand.self, SurveyReportCommand.self,
                    SurveyExportCommand.self, SurveyProcessCommand.self,
                ]),
            CommandGroup(
                name: "File",
                subcommands: [
                    SurveyListCommand.self, SurveyShowCommand.self, SurveyCheckCommand.self, SurveyNoteCommand.self,
                    SurveyTagCommand.self, SurveyDeleteCommand.self, SurveyPruneCommand.self,
                ]),
        ],
        defaultSubcommand: SurveyRunCommand.self)
}
