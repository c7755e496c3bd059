import WaldoCore
import WaldoStore
import WaldoSurvey

/// What receives the results of processing a session again, and learns of each event before its results.
protocol ProcessingSink: SurveySink {
    /// An event comes next.
    mutating func willProcess(_ event: SurveyEvent)
}

extension RunComparer: ProcessingSink {
    func willProcess(_ event: SurveyEvent) {}
}
