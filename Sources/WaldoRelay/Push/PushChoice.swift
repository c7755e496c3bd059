import WaldoCore
import WaldoFiles

/// Which surveys of a file are sent.
enum PushChoice {
    /// Why a survey is not sent; nil: it may be.
    static func refusal(_ survey: RelayReader.Survey, includesSimulated: Bool) -> String? {
        if survey.allowsUpload { return nil }
        guard survey.isSimulated else { return "it is marked as not for upload" }
        return includesSimulated ? nil : "its sensor was simulated; --even-simulated sends it"
    }

    /// The surveys to be sent, in the order of the file.
    /// - Parameters:
    ///   - wanted: a number or UUID; nil: all that may be.
    ///   - says: told of surveys that are left out.
    /// - Throws: `Failure`: the one that is wanted is not there, or none may be sent.
    static func surveys(
        _ wanted: String?, among surveys: [RelayReader.Survey], includesSimulated: Bool, of path: String,
        says: (String) -> Void
    ) throws(Failure) -> [RelayReader.Survey] {
        var chosen = surveys
        if let wanted {
            let id = SurveyID(wanted)
            chosen = surveys.filter { survey in
                if let id { return SurveyID(survey.uuid) == id }
                return String(survey.id) == wanted
            }
            guard !chosen.isEmpty else {
                let list = surveys.prefix(8).map { "\($0.id)" }.joined(separator: ", ")
                throw Failure(
                    .input,
                    "\(path): there is no survey \(wanted) in it" + (list.isEmpty ? "" : " (it has \(list))"))
            }
        }
        var allowed: [RelayReader.Survey] = []
        for survey in chosen {
            if let why = refusal(survey, includesSimulated: includesSimulated) {
                guard wanted == nil, chosen.count > 1 else {
                    throw Failure(.forbidden, "\(path): survey \(survey.id) is not sent: \(why)")
                }
                says("\(path): survey \(survey.id) is not sent: \(why)")
            } else if SurveyID(survey.uuid) == nil {
                throw Failure(
                    .file,
                    "\(path): the UUID of survey \(survey.id) is none; `waldo survey check` says more")
            } else {
                allowed.append(survey)
            }
        }
        guard !allowed.isEmpty || chosen.isEmpty else {
            throw Failure(.forbidden, "\(path): none of its surveys may be sent")
        }
        return allowed
    }
}
