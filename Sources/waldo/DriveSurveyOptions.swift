import ArgumentParser
import WaldoApp
import WaldoFiles

/// The options of a survey while driving.
struct DriveSurveyOptions: ParsableArguments {
    @OptionGroup var options: SurveyOptions

    @Option(
        help: "The file to store the survey of --sensor in, or a directory. Default: nothing is stored.",
        completion: .survey)
    var survey: String?

    /// The survey that was asked for; nil: none.
    func plan(_ settings: Settings) throws -> SurveyPlan? { try options.plan(store: survey, settings) }
}
