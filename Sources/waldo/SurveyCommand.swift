import ArgumentParser

/// `waldo survey`: records a sensor, and shows, computes and exports what was stored.
struct SurveyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "survey",
        abstract: "Record a sensor: store every byte that it sends, compute results, export them.",
        subcommands: [
            SurveyRunCommand.self, SurveyListCommand.self, SurveyShowCommand.self, SurveyCheckCommand.self,
            SurveyProcessCommand.self, SurveyImportCommand.self, SurveyExportCommand.self, SurveyReportCommand.self,
            SurveyRasterCommand.self, SurveyMapCommand.self, SurveySourceCommand.self, SurveyRouteCommand.self,
            SurveyNoteCommand.self, SurveyTagCommand.self, SurveyDeleteCommand.self, SurveyPruneCommand.self,
        ],
        defaultSubcommand: SurveyRunCommand.self)
}
