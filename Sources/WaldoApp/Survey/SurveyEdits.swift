import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore
import WaldoTime

/// What an operator changes in a store by hand. Each gives a sentence that states what was done.
package enum SurveyEdits {
    private static var now: Int64 { WallClock.now() }

    private static func edit(_ path: String, _ body: (StoreEditor) throws -> String) throws -> String {
        let editor = try StoreEditor(path: path, isInterrupted: { Interruption.hasCome })
        let sentence = try body(editor)
        try editor.close()
        return sentence
    }

    /// A file's name, at the beginning of a sentence.
    private static func name(_ path: String) -> String { SafeText.escaped(path, upTo: .max) }

    private static func name(_ survey: SurveySummary) -> String {
        "survey \(survey.id) “\(SafeText.escaped(survey.description.title))”"
    }

    private static func names(_ surveys: [SurveySummary]) -> String {
        surveys.map { name($0) }.joined(separator: ", ")
    }

    /// Adds a note.
    /// - Throws: `StoreError` for a store that cannot be changed, `Failure` for a survey that is not in it; so do all
    ///   of these.
    package static func note(_ text: String, in path: String, survey: Int64?) throws -> String {
        try edit(path) { editor in
            let survey = try SurveyChoice.survey(survey, in: editor.reader.surveys(), of: path)
            let note = try editor.addNote(text, to: survey.id, at: now)
            return "\(name(path)): note \(note) added to \(name(survey))"
        }
    }

    /// Deletes a note.
    /// - Throws: `StoreError`, `Failure`.
    package static func deleteNote(_ note: Int64, in path: String) throws -> String {
        try edit(path) { editor in
            try editor.deleteNote(note)
            return "\(name(path)): note \(note) deleted"
        }
    }

    /// Adds or removes a tag.
    /// - Throws: `StoreError`, `Failure`.
    package static func tag(_ tag: String, in path: String, survey: Int64?, removes: Bool) throws -> String {
        try edit(path) { editor in
            let survey = try SurveyChoice.survey(survey, in: editor.reader.surveys(), of: path)
            let has = survey.description.tags.contains(tag)
            let shown = "“\(SafeText.escaped(tag))”"
            if removes {
                guard has else { throw Failure(.input, "\(path): \(name(survey)) has no tag \(shown)") }
                try editor.removeTag(tag, from: survey.id)
                return "\(name(path)): tag \(shown) removed from \(name(survey))"
            }
            try editor.addTag(tag, to: survey.id)
            return "\(name(path)): \(name(survey)) "
                + (has ? "has the tag \(shown) already" : "has the tag \(shown) now")
        }
    }

    /// Marks a survey as deleted, or takes that back.
    /// - Throws: `StoreError`, `Failure`.
    package static func delete(_ number: Int64, in path: String, undoes: Bool) throws -> String {
        try edit(path) { editor in
            let survey = try SurveyChoice.survey(number, in: editor.reader.surveys(deleted: true), of: path)
            guard (survey.deleted != nil) == undoes else {
                return "\(name(path)): \(name(survey)) is \(undoes ? "not deleted" : "deleted already")"
            }
            try editor.setDeleted(survey.id, at: undoes ? nil : now)
            return "\(name(path)): \(name(survey)) is "
                + (undoes
                    ? "restored"
                    : "deleted; its rows stay, and `waldo survey delete \(SafeText.escaped(path, upTo: .max)) --survey "
                        + "\(survey.id) --undo` restores it")
        }
    }

    /// Forbids that a survey is published, or takes that back; a simulated one, one of the demo, and one whose sensor
    /// forbids it are never published.
    /// - Throws: `StoreError`, `Failure`.
    static func publish(_ number: Int64, in path: String, isAllowed: Bool) throws -> String {
        try edit(path) { editor in
            let survey = try SurveyChoice.survey(number, in: editor.reader.surveys(), of: path)
            let refusal = try Publication.refusal(survey, editor.reader)
            if isAllowed, let refusal, refusal != Publication.marked {
                throw Failure(.file, "\(name(survey)) is published \(refusal)")
            }
            try editor.setUpload(survey.id, isAllowed: isAllowed)
            return "\(name(survey)) \(isAllowed ? "may be published" : "is never published")"
        }
    }

    /// What pruning surveys would lose, in words.
    /// - Throws: `StoreError`, `Failure`.
    package static func loss(of numbers: [Int64], in path: String) throws -> String {
        let all = try StoreReader(path: path, isInterrupted: { Interruption.hasCome }).surveys(deleted: true)
        let surveys = try numbers.map { try SurveyChoice.survey($0, in: all, of: path) }
        let sessions = surveys.flatMap(\.sessions)
        let rows = sessions.reduce(0) { $0 + $1.readings + $1.fixes + $1.commands + $1.clocks + $1.events }
        return
            "\(path): \(SurveyNumber.count(rows, "raw row")) of \(names(surveys)) would be "
            + "deleted for good: only the samples computed so far stay, and the surveys can no longer be verified, "
            + "processed by another graph or exported as imported"
    }

    /// Deletes the raw rows of surveys for good.
    /// - Parameter evenUnacknowledged: also those that a relay sends and that no database has acknowledged.
    /// - Throws: `StoreError`, `Failure`.
    package static func prune(
        _ numbers: [Int64], in path: String, evenUnacknowledged: Bool = false
    ) throws -> String {
        try edit(path) { editor in
            let all = try editor.reader.surveys(deleted: true)
            let surveys = try numbers.map { try SurveyChoice.survey($0, in: all, of: path) }
            if !evenUnacknowledged { try requireAcknowledged(surveys, in: path, editor.reader) }
            let sessions = surveys.flatMap(\.sessions)
            let rows = sessions.reduce(0) { $0 + $1.readings + $1.fixes + $1.commands + $1.clocks + $1.events }
            try editor.prune(numbers, at: now)
            return
                "\(name(path)): \(SurveyNumber.count(rows, "raw row")) of \(names(surveys)) deleted"
        }
    }

    /// Refuses to delete what a relay sends before a database has it.
    private static func requireAcknowledged(
        _ surveys: [SurveySummary], in path: String, _ reader: StoreReader
    ) throws {
        guard let ledger = try RelayLedger(reading: RelayLedger.path(for: path)) else { return }
        for survey in surveys {
            let uuid = survey.description.uuid.lowercased()
            // A survey that is not for upload is not waited for, unless some of it was sent all the same.
            guard try survey.description.allowsUpload || !ledger.destinations(of: uuid).isEmpty else { continue }
            let rows = try ledger.unacknowledged(survey.id, in: reader)
            guard rows > 0 else { continue }
            throw Failure(
                .usage,
                "\(path): no database has acknowledged \(SurveyNumber.count(rows, "raw row")) of \(name(survey)); send "
                    + "them by `waldo-relay push`, or delete them all the same by `waldo survey prune --even-unacknowledged`"
            )
        }
    }
}
