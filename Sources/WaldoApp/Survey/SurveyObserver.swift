import WaldoLoop

/// Shows or reports a survey.
@LoopActor
protocol SurveyObserver: AnyObject {
    /// Something has happened.
    /// - Parameter status: the survey's state since then.
    func report(_ report: SurveyReport, _ status: SurveyStatus)
}
