import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTime

/// A file's contents as the events of a survey.
protocol ImportedEvents: AnyObject {
    /// The next event; nil after the session's end.
    /// - Throws: what is wrong with the file.
    func next() throws(FileError) -> (at: Instant, event: SurveyEvent)?
    /// The part of the file that has been read, 0...1.
    var progress: Double { get }
}

extension RecordedSurveyReader: ImportedEvents {}
