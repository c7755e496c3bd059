import WaldoCore
public import WaldoSurvey

extension StoreEditor {
    /// Adds a note to a survey.
    /// - Parameters:
    ///   - at: when, in microseconds since 1970.
    ///   - place: where; nil: nowhere in particular.
    /// - Returns: the note's number.
    /// - Throws: `StoreError`; `.missing` if there is no such survey.
    @discardableResult
    public func addNote(
        _ text: String, to survey: Int64, at: Int64, place: Place? = nil
    ) throws(StoreError) -> Int64 {
        try require(survey)
        return try file.change { () throws(StoreError) in
            try connection.insert(NoteRow(survey: survey, utc: at, place: place, text: text))
        }
    }

    /// Deletes a note.
    /// - Throws: `StoreError`; `.missing` if there is no such note.
    public func deleteNote(_ note: Int64) throws(StoreError) {
        try change("note \(note)", "DELETE FROM note WHERE id = ?") { $0.bind(note) }
    }
}
