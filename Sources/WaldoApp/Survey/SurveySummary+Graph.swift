import WaldoStore

extension SurveySummary {
    /// The graph by which its numbers were computed last; nil: each stream as it is.
    var newestGraph: SurveyDescription.File? {
        sessions.last { !$0.runs.isEmpty }?.runs.last.map(\.description.graph) ?? description.graph
    }
}
