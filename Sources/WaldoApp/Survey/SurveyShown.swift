import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTime

/// What `waldo survey list`, `show` and `check` print of a store.
package enum SurveyShown {
    /// One line a survey: its number, title, begin, duration, readings and samples.
    /// - Throws: `StoreError` for a store that cannot be read, `Failure` for a survey that is not in it.
    package static func list(_ path: String) throws -> String {
        let surveys = try StoreReader(path: path, isInterrupted: { Interruption.hasCome }).surveys(deleted: true)
        guard !surveys.isEmpty else { return "there is no survey\n" }
        let rows = surveys.map { survey in
            let samples = survey.sessions.reduce(0) { $0 + ($1.runs.last?.samples ?? 0) }
            return [
                "\(survey.id)", SafeText.escaped(survey.description.title, upTo: 60),
                survey.begun == nil ? "date not known" : survey.begunText,
                SurveyNumber.duration(survey.measured),
                SurveyNumber.count(survey.sessions.reduce(0) { $0 + $1.readings }, "reading"),
                SurveyNumber.count(samples, "sample"),
                survey.deleted != nil
                    ? "deleted" : survey.sessions.last.map { ending($0.ending) } ?? "",
            ]
        }
        return TextTable.lines(rows).map { $0 + "\n" }.joined()
    }

    /// Everything that a person wants to know of a store's surveys.
    /// - Throws: `StoreError` for a store that cannot be read, `Failure` for a survey that is not in it.
    package static func show(_ path: String) throws -> String {
        let reader = try StoreReader(path: path, isInterrupted: { Interruption.hasCome })
        let surveys = try reader.surveys()
        guard !surveys.isEmpty else { return "there is no survey, or only deleted ones: see `waldo survey list`\n" }
        return try surveys.map { try text($0, reader) }.joined(separator: "\n")
    }

    /// What is wrong with a store, a sentence each; empty: nothing. And whether another process is writing it.
    /// - Throws: `StoreError` for a store that cannot be read, `Failure` for a survey that is not in it.
    package static func check(_ path: String) throws -> (findings: [String], isRunning: Bool, unsampled: String?) {
        var progress = Progress("Checking \(path)")
        defer { progress.clear() }
        let reader = try StoreReader(path: path, isInterrupted: { Interruption.hasCome })
        let isRunning = reader.isBeingWritten
        return (try reader.check { progress.show($0) }, isRunning, try reader.measurements().text)
    }

    /// What a list states of how the last session ended.
    private static func ending(_ ending: SessionSummary.Ending) -> String {
        switch ending {
        case .running: "still being written"
        case .open: "killed"
        case .clean, .unclean: ""
        }
    }

    // MARK: one survey

    private static func text(_ survey: SurveySummary, _ reader: StoreReader) throws -> String {
        let description = survey.description
        var lines = ["survey \(survey.id) “\(SafeText.escaped(description.title, upTo: 120))”"]
        func add(_ key: String, _ text: String) { lines.append("  " + key.padded(to: 10) + text) }
        add("uuid", description.uuid)
        add("begun", survey.begunText)
        if let ended = survey.ended { add("ended", survey.dated(DateText.text(ended, decimals: 0))) }
        if survey.hasUnknownZone { add("times", "as written: local, in a zone that is not known") }
        if let method = description.method { add("method", SafeText.escaped(method, upTo: 400)) }
        add("sensor", SafeText.escaped(description.sensor.name))
        add("graph", description.graph.map { SafeText.escaped($0.name) } ?? "none: streams are stored unchanged")
        if let arm = description.arm { add("arm", SafeText.escaped(arm.name)) }
        let device = description.device, known = [device.address, device.name, device.serial].compactMap(\.self)
        if !known.isEmpty { add("device", known.map { SafeText.escaped($0) }.joined(separator: " ")) }
        if !description.tags.isEmpty {
            add("tags", description.tags.map { SafeText.escaped($0) }.joined(separator: ", "))
        }
        if let refusal = try Publication.refusal(survey, reader) { add("upload", refusal) }
        if survey.pruned != nil { add("pruned", "its raw rows are deleted: it cannot be processed again") }
        for note in survey.notes { add("note \(note.id)", SafeText.escaped(note.text, upTo: 400)) }
        for session in survey.sessions { lines += self.lines(session) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ session: SessionSummary) -> [String] {
        let ending =
            switch session.ending {
            case .running: "still being written"
            case .clean: "ended"
            case .open, .unclean: "its process was killed, or its disk was full"
            }
        var lines = [
            "  session \(session.id): \(SurveyNumber.duration(session.measured)), \(ending); "
                + "\(SurveyNumber.count(session.readings, "reading")), "
                + "\(SurveyNumber.count(session.fixes, "fix", "fixes")), "
                + SurveyNumber.count(session.commands, "command")
        ]
        for account in session.accounts {
            var parts = ["\(SurveyNumber.count(account.received, "byte")) received"]
            if let accepted = account.accepted { parts.append("\(accepted) accepted") }
            parts += account.rejected.map { "\($0.bytes) rejected (\($0.reason.text))" }
            if account.overflowed > 0 { parts.append("\(account.overflowed) overflowed") }
            if account.accepted != nil, !account.isEven { parts.append("NOT EVERY BYTE IS ACCOUNTED FOR") }
            lines.append("    channel \(account.channel)  " + parts.joined(separator: ", "))
        }
        if let text = session.accounts.compactMap(\.measurements).total.text { lines.append("    " + text) }
        for lost in session.lost {
            lines.append(
                lost.isSurplus
                    ? "    left out   \(SurveyNumber.count(lost.rows, "fix", "fixes")): \(FixRate.surplus)"
                    : "    lost       \(SurveyNumber.count(lost.rows, "row")) of \(lost.kind): the store was too slow")
        }
        for run in session.runs { lines += self.lines(run) }
        return lines
    }

    private static func lines(_ run: RunSummary) -> [String] {
        let graph = run.description.graph.map { SafeText.escaped($0.name) } ?? "no graph"
        let head =
            "    run \(run.id), \(run.isLive ? "original" : "processed"), by \(graph), waldo "
            + "\(SafeText.escaped(run.description.version)): \(SurveyNumber.count(run.samples, "sample")), "
            + "\(SurveyNumber.count(run.alarms, "alarm")), \(SurveyNumber.count(run.gaps, "gap")), "
            + SurveyNumber.count(run.rejects, "reject")
        let rows = run.streams.map { stream in
            let numbers = [("min", stream.minimum), ("mean", stream.mean), ("max", stream.maximum)]
            let excluded = stream.excluded > 0 ? "\(stream.excluded) not valid" : ""
            return [
                "      " + SafeText.escaped(stream.description.name), SurveyNumber.count(stream.samples, "sample"),
                excluded,
            ]
                + numbers.map { name, value in value.map { "\(name) \(DecimalText.rounded($0))" } ?? "" }
                + [SafeText.escaped(stream.description.unit), "\(stream.placed) placed"]
        }
        return [head] + TextTable.lines(rows)
    }
}
