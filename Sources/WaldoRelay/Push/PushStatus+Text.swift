import WaldoCore

extension PushStatus {
    /// Lines for people. Names are those of the ledger, which may be anybody's.
    public var lines: [String] {
        let lines = destinations.isEmpty ? ["\(path): nothing was sent anywhere yet"] : destinations.flatMap(Self.lines)
        return lines.map { SafeText.escaped($0, upTo: .max) }
    }

    private static func lines(_ destination: Destination) -> [String] {
        if let uploads = destination.uploads { return lines(destination, uploads) + history(destination) }
        let status = destination.status
        var lines = ["\(destination.name): " + (destination.isActive ? status.state : "no push at present")]
        for survey in destination.surveys {
            let title = SafeText.escaped(survey.title)
            lines.append(
                "  survey \(survey.number) “\(title)”: \(PushShown.grouped(survey.acknowledged)) rows acknowledged, "
                    + "\(PushShown.grouped(survey.pending)) to go")
        }
        if let contact = status.contact {
            let rate = status.rate.map { ", then \(PushShown.grouped(rate: $0)) rows/s" } ?? ""
            lines.append("  last acknowledgement \(DateText.text(contact, decimals: 0))\(rate)")
        }
        if let error = status.error, let at = status.errorAt {
            lines.append("  last error \(DateText.text(at, decimals: 0)): \(SafeText.escaped(error, upTo: 300))")
        }
        if !destination.rejects.isEmpty { lines.append("  \(destination.rejects.count) rows could not be sent:") }
        for reject in destination.rejects.prefix(10) {
            lines.append("    \(reject.stream) \(reject.id): \(SafeText.escaped(reject.reason, upTo: 200))")
        }
        return lines + history(destination)
    }

    private static func history(_ destination: Destination) -> [String] {
        destination.history.map { "  \(DateText.text($0.utc, decimals: 0)) \(SafeText.escaped($0.text, upTo: 300))" }
    }

    /// One JSON object.
    public var json: String {
        var json = JSONObject()
        json.add("file", whole: path)
        json.add("pending", pending)
        json.add("destinations", destinations.map(Self.json))
        return json.text
    }

    private static func json(_ destination: Destination) -> JSONObject {
        let status = destination.status
        var json = JSONObject()
        json.add("name", whole: destination.name)
        json.add("active", destination.isActive)
        if let uploads = destination.uploads {
            json.add("state", destination.isActive ? "sending" : "ended")
            json.add("uploads", uploads.map { Self.json($0) })
        } else {
            json.add("state", destination.isActive ? status.state : "ended")
        }
        json.add("acknowledged_in_all", Int(status.rows))
        json.add("rate", status.rate)
        json.add("last_acknowledged", whole: status.contact.map { Int($0) })
        json.add("error", whole: status.error)
        json.add("error_utc", whole: status.errorAt.map { Int($0) })
        json.add(
            "surveys",
            destination.surveys.map { survey in
                var json = JSONObject()
                json.add("survey", Int(survey.number))
                json.add("uuid", whole: survey.uuid)
                json.add("title", whole: survey.title)
                json.add("acknowledged", survey.acknowledged)
                json.add("pending", survey.pending)
                return json
            })
        json.add(
            "rejects",
            destination.rejects.map { reject in
                var json = JSONObject()
                json.add("survey", whole: reject.survey)
                json.add("stream", whole: reject.stream)
                json.add("id", Int(reject.id))
                json.add("utc", Int(reject.utc))
                json.add("reason", whole: reject.reason)
                return json
            })
        json.add(
            "history",
            destination.history.map { event in
                var json = JSONObject()
                json.add("utc", Int(event.utc))
                json.add("text", whole: event.text)
                return json
            })
        return json
    }
}
