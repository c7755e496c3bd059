internal import ArgumentParser

/// `waldo survey`: hears a sensor, keeps what it sends, and shows what was kept.
struct SurveyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "survey",
        abstract: "Hear a sensor, keep every byte, and compute what it means.",
        subcommands: [
            SurveyRunCommand.self, SurveyListCommand.self, SurveyShowCommand.self, SurveyCheckCommand.self,
            SurveyProcessCommand.self, SurveyImportCommand.self, SurveyExportCommand.self, SurveyReportCommand.self,
            SurveyNoteCommand.self, SurveyTagCommand.self, SurveyDeleteCommand.self, SurveyPruneCommand.self,
        ],
        defaultSubcommand: SurveyRunCommand.self)
}
