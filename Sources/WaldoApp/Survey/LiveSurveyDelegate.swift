import WaldoLoop

/// Whom a survey halts.
@LoopActor
protocol LiveSurveyDelegate: AnyObject {
    /// An alarm has been raised that halts the arm.
    func surveyHalts()
}
