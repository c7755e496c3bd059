import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoTime

/// The report of a survey: the page that one hands in.
package struct WrittenReport {
    private let document: ReportDocument

    /// Reads a survey.
    /// - Parameter survey: its number; nil: the only one.
    /// - Throws: `StoreError`, `Failure`, `ExitStatus`.
    package init(_ path: String, survey: Int64?) throws {
        let reader = try StoreReader(path: path, isInterrupted: { Interruption.hasCome })
        let survey = try SurveyChoice.survey(survey, in: reader.surveys(), of: path)
        document = ReportWriter(path, survey, try ReportFindings(survey, reader)).document
    }

    /// The report as plain text.
    package var text: String { ReportText.text(document) }

    /// Writes the report as one HTML file.
    /// - Throws: `ExportError`.
    package func write(to path: String) throws {
        let file = try ExportFile(path)
        try file.write(ReportPage.html(document).utf8)
        try file.finish()
    }
}
