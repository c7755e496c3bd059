internal import WaldoCore
internal import WaldoStore
internal import WaldoSurvey

/// What receives the results of processing a session again, and learns of each event before its results.
protocol ProcessingSink: SurveySink {
    /// An event comes next.
    mutating func takes(_ event: SurveyEvent)
}

extension RunComparer: ProcessingSink {
    func takes(_ event: SurveyEvent) {}
}
