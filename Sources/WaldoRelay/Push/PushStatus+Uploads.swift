import WaldoCore
import WaldoStore

/// How far the uploads of a file's logs got.
extension PushStatus {
    /// A log that the file has now.
    struct Log {
        /// The name under which it is sent, and its key in the ledger.
        var name: String, ledgerKey: String
        var survey: Int64?, session: Int64?
        var bytes: [UInt8]
    }

    /// The imported logs of a store that may be sent.
    static func logs(_ reader: RelayReader?) throws(StoreError) -> [Log] {
        guard let reader else { return [] }
        var logs: [Log] = []
        for survey in try reader.surveys() where survey.allowsUpload && !survey.isDeleted {
            for log in try reader.logs(of: survey.id, greatest: LogUpload.greatest) where LogFile.isOne(log.bytes) {
                let (name, ledgerKey) = LogUpload.imported(survey, log.session)
                logs.append(
                    Log(name: name, ledgerKey: ledgerKey, survey: survey.id, session: log.session, bytes: log.bytes))
            }
        }
        return logs
    }

    /// What an import has of them.
    static func uploads(
        of logs: [Log], to destination: String, _ ledger: RelayLedger
    ) throws(StoreError) -> [Upload] {
        let known = try ledger.uploads(to: destination)
        var uploads: [Upload] = []
        for log in logs {
            let accepted = try ledger.meta(destination, of: log.ledgerKey),
                last = known.first { $0.log == log.ledgerKey }
            let state: Upload.State =
                if let accepted {
                    accepted.crc == CRC32.of(log.bytes) ? .accepted : .older
                } else if let last {
                    last.status == nil ? .unanswered : .refused
                } else {
                    .unsent
                }
            uploads.append(
                Upload(
                    name: log.name, survey: log.survey, session: log.session, bytes: log.bytes.count, state: state,
                    acceptedAt: accepted?.revision, last: last))
        }
        return uploads
    }

    // MARK: texts

    static func lines(_ destination: Destination, _ uploads: [Upload]) -> [String] {
        var lines = [
            "\(destination.name): "
                + (destination.isActive ? "a log is being sent" : "an import of logs; nothing is sent at present")
        ]
        if uploads.isEmpty { lines.append("  the file has no log that may be sent") }
        for upload in uploads {
            let name = "  \(SafeText.escaped(upload.name, upTo: 200)), \(PushShown.grouped(upload.bytes)) bytes: "
            lines.append(name + sentence(upload))
            // Of what was taken and has changed since, another attempt may have failed.
            if upload.state == .older, let last = upload.last, !last.isAccepted { lines.append("    " + attempt(last)) }
        }
        return lines
    }

    private static func sentence(_ upload: Upload) -> String {
        let date = upload.acceptedAt.map { DateText.text($0, decimals: 0) } ?? ""
        switch upload.state {
        case .accepted: return "taken \(date), as the file has it now" + answered(upload)
        case .older: return "an older state was taken \(date), and the file has changed since; push it again"
        case .refused, .unanswered: return "not taken: " + (upload.last.map(attempt) ?? "")
        case .unsent: return "not sent yet"
        }
    }

    private static func answered(_ upload: Upload) -> String {
        guard let last = upload.last, last.isAccepted, let status = last.status else { return "" }
        return "; the server answered \(status)" + body(last)
    }

    private static func attempt(_ last: RelayLedger.Upload) -> String {
        let date = DateText.text(last.utc, decimals: 0)
        guard let status = last.status else {
            let why = last.answer.isEmpty ? "" : " (\(SafeText.escaped(last.answer, upTo: 300)))"
            return "it was sent \(date), and no answer has come\(why)"
        }
        return "the server answered \(status) at \(date)" + body(last)
    }

    private static func body(_ last: RelayLedger.Upload) -> String {
        last.answer.isEmpty ? "" : ": " + SafeText.escaped(last.answer, upTo: 300)
    }

    static func json(_ upload: Upload) -> JSONObject {
        var json = JSONObject()
        json.add("name", whole: upload.name)
        json.add("survey", whole: upload.survey.map { Int($0) })
        json.add("session", whole: upload.session.map { Int($0) })
        json.add("bytes", upload.bytes)
        json.add("state", upload.state.rawValue)
        json.add("taken_utc", whole: upload.acceptedAt.map { Int($0) })
        json.add("sent_utc", whole: upload.last.map { Int($0.utc) })
        json.add("status", whole: upload.last?.status)
        json.add("answer", whole: upload.last?.answer)
        return json
    }
}
