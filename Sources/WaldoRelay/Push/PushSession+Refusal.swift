import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// A survey that the database refuses: its owner has handed it to another station.
extension PushSession {
    /// The time to wait for a collector's word when what the broker has kept says that the database has all.
    private static let wordTime = TimeSpan.seconds(5)

    /// Whether a collector has spoken of each survey since this began, or had time to.
    func isAnswered(at now: Instant) -> Bool {
        now - joined >= Self.wordTime || store.surveys.allSatisfy { answered.contains($0.id) }
    }

    /// A collector has just said how a survey stands.
    func hear(_ document: ProgressDocument, of survey: SurveyID) {
        answered.insert(survey)
        guard document.refusal != nil else {
            refused.remove(survey)
            return
        }
        guard refused.insert(survey).inserted, let sentence = refusalSentence else { return }
        if plan.follows { return fail(sentence) }
        // It is the last word, after what else there is to send.
        status.error = sentence
        status.errorAt = WallClock.now()
    }

    /// What was refused, and what to do; nil: nothing was.
    private var refusalSentence: String? {
        let numbers = store.surveys.filter { refused.contains($0.id) }.map { "\($0.survey.id)" }
        guard !numbers.isEmpty else { return nil }
        let list = numbers.joined(separator: ", ")
        let subject = numbers.count == 1 ? "survey \(list) belongs" : "surveys \(list) belong"
        return "\(subject) to another station, so nothing of \(numbers.count == 1 ? "it" : "them") is taken from "
            + "\(plan.station); ask the database's owner for `waldo-relay hand --to \(plan.station)`"
    }

    /// - Throws: `Failure` if the database has refused a survey.
    func requireNoRefusal() throws(Failure) {
        if let refusalSentence { throw Failure(.file, "\(destination): \(refusalSentence)") }
    }
}
