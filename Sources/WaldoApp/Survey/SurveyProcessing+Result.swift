package import WaldoFiles
package import WaldoSurvey

extension SurveyProcessing {
    /// What came out for one session.
    package struct Result {
        /// The survey's title, and the session's number in the file.
        package var title: String, session: Int64
        /// How many derived rows are equal or were written.
        package var rows: Int
        /// Rows that follow from the raw ones and are not stored: the process was killed before, or is still writing.
        package var missing = 0
        /// Whether another process is still writing the session: what is there of it was compared.
        package var isRunning = false
        /// The first difference; nil: none.
        package var difference: String?
    }

    /// By which graph a survey is computed again.
    package enum GraphChoice {
        /// The survey's own.
        case own
        /// None: each stream as it is.
        case none
        /// This one.
        case file((value: Graph, source: SourceText))
    }
}
