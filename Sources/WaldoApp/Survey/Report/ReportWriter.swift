import WaldoCore
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Writes the sections of a report.
struct ReportWriter {
    let path: String
    let survey: SurveySummary
    let found: ReportFindings

    init(_ path: String, _ survey: SurveySummary, _ found: ReportFindings) {
        self.path = path
        self.survey = survey
        self.found = found
    }

    /// The report.
    var document: ReportDocument {
        let description = survey.description
        let file = path.split(separator: "/").last.map(String.init) ?? path
        var report = ReportDocument(
            title: description.title,
            subtitle:
                "Survey report\(begun.map { ", " + day($0) } ?? ""). Survey \(survey.id) of \(file), \(description.uuid)"
        )
        report.add("Survey", [.facts(what)] + warnings)
        if let map { report.add("Map", [map]) }
        report.add("Results", results)
        report.add(sumsTitle, sums)
        report.add("Places", places)
        report.add("Gaps", gaps)
        report.add("Alarms", alarms)
        report.add("Bytes received", account)
        report.add("Rejected", rejects)
        report.add("Calibration", calibrations)
        report.add("Notes", notes)
        report.add("How it was computed", provenance)
        return report
    }

    private func day(_ utc: Int64) -> String { String(DateText.text(utc, decimals: 0).prefix(10)) }

    // MARK: what and when

    private var what: [(name: String, value: String)] {
        let description = survey.description
        var facts: [(name: String, value: String)] = [("Begun", begun.map(measuredTime) ?? "not known")]
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { facts.append((name, value)) }
        }
        add("Ended", ended.map(measuredTime))
        add(
            "Duration",
            SurveyNumber.duration(measured) + (survey.sessions.count > 1 ? " in \(survey.sessions.count) sessions" : "")
        )
        let device = description.device
        add("Device", [device.serial, device.name, device.address].compactMap(\.self).joined(separator: ", "))
        add("Sensor", named(found.sensor?.name, description.sensor.name))
        add("Arm", description.arm.map { named(ReportWriter.title(of: $0.text), $0.name) })
        add(
            "Graph",
            description.graph.map { named(found.graph?.name, $0.name) } ?? "none: streams are stored unchanged")
        add("Method", description.method)
        add("Tags", description.tags.joined(separator: ", "))
        add("Publication", found.publication)
        return facts
    }

    /// The earliest time of the survey; nil: none is known. Where its raw rows were pruned, the samples have to do.
    private var begun: Int64? {
        found.times?.lowerBound
            ?? survey.begun.map { found.runs.flatMap(\.run.streams).compactMap(\.first).reduce($0, min) }
    }

    /// The latest time of the survey; nil: it goes on.
    private var ended: Int64? {
        survey.ended.map { ended in
            found.times?.upperBound ?? found.runs.flatMap(\.run.streams).compactMap(\.last).reduce(ended, max)
        }
    }

    private func named(_ title: String?, _ file: String) -> String {
        guard let title, title != file else { return file }
        return "\(title) (\(file))"
    }

    /// The name in a file's text.
    private static func title(of text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix("name:") }.map {
            String($0.dropFirst(5).drop { $0 == " " }).filter { $0 != "\"" }
        }
    }

    /// `2026-11-21 07:15:02 UTC`.
    func time(_ utc: Int64) -> String {
        let text = DateText.text(utc, decimals: 0)
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + " UTC"
    }

    /// The time of a measurement, which may be local, in a zone that is not known.
    func measuredTime(_ utc: Int64) -> String {
        survey.hasUnknownZone ? String(time(utc).dropLast(4)) : time(utc)
    }

    /// How long the sessions took together.
    var measured: TimeSpan { survey.measured }

    private var warnings: [ReportDocument.Block] {
        var blocks: [ReportDocument.Block] = []
        if survey.sessions.contains(where: { $0.ending == .running }) {
            blocks.append(
                .sentence("The survey is still being written: this is what was there of it.", isWarning: true))
        }
        if survey.sessions.contains(where: { $0.ending == .open || $0.ending == .unclean }) {
            blocks.append(
                .sentence("A session was not ended by Waldo: its process was killed.", isWarning: true))
        }
        if let problem = found.problem {
            blocks.append(.sentence("\(problem.prefix(1).uppercased())\(problem.dropFirst()).", isWarning: true))
        }
        if survey.hasUnknownZone {
            blocks.append(
                .sentence(
                    "The times are those of a local clock, as the file has them, and their zone is not known.",
                    isWarning: true))
        }
        if survey.pruned != nil {
            blocks.append(
                .sentence("The raw rows were pruned: nothing in this report can be computed again.", isWarning: true))
        }
        return blocks
    }

    // MARK: where

    private var map: ReportDocument.Block? {
        guard let mapped = found.mapped else { return nil }
        let stream = found.streams[mapped]
        guard let sketch = MapSketch(found.points.points, name: stream.name, unit: stream.unit) else { return nil }
        let unit = stream.unit.isEmpty ? "" : " in \(MarkupText.unit(stream.unit))"
        let part = found.points.stride > 1 ? ", one in \(found.points.stride)" : ""
        let frame = sketch.isWorld ? "WGS 84, north is up" : "the arm's workspace, from its base"
        return .map(
            sketch,
            caption:
                "\(stream.name)\(unit): \(SurveyNumber.count(found.points.points.count, "sample"))\(part); \(frame)")
    }

    /// From where to where the mapped places reach.
    private var extent: String? {
        let places = found.points.points.map(\.place)
        let eastings = places.map(\.x).sorted(), northings = places.map(\.y).sorted()
        guard let first = places.first, var west = eastings.first, var east = eastings.last,
            let south = northings.first, let north = northings.last
        else { return nil }
        func range(_ low: Double, _ high: Double, decimals: Int) -> String {
            let scale = Double.ten(to: decimals)
            let ends = [low, high].map { DecimalText.text(Int64(($0 * scale).rounded()), decimals: decimals) }
            return ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"
        }
        if first.system == .world {
            // The shortest arc with all longitudes leaves out the widest gap, which may be that over the antimeridian.
            var widest = west + 360 - east
            for (one, other) in zip(eastings, eastings.dropFirst()) where other - one > widest {
                (west, east, widest) = (other, one, other - one)
            }
            return "latitude \(range(south, north, decimals: 5))°, longitude \(range(west, east, decimals: 5))°"
        }
        return "x \(range(west, east, decimals: 3)) m, y \(range(south, north, decimals: 3)) m from the arm's base"
    }

    private var places: [ReportDocument.Block] {
        guard survey.pruned == nil else { return [] }
        var facts: [(name: String, value: String)] = []
        let rules = found.runs.last?.run.description.location.flatMap { LocationRules(text: $0) } ?? LocationRules()
        let isInWorkspace = found.points.points.contains { $0.place.system != .world }
        let sources = rules.sources.compactMap { source in
            // The arm's pose gives places without fixes.
            source == .arm
                ? (isInWorkspace ? "arm (its commanded pose)" : nil)
                : found.fixes[source].map { "\(source.rawValue) (\($0) fix\($0 == 1 ? "" : "es"))" }
        }
        let none = "none has given a place (asked: \(rules.sources.map(\.rawValue).joined(separator: ", ")))"
        facts.append(("Source", sources.isEmpty ? none : sources.joined(separator: ", then ")))
        if let extent { facts.append(("Extent", extent)) }
        for (stream, numbers) in zip(found.streams, found.statistics)
        where numbers.samples > 0 && found.graph?.isSum(stream.name) != true {
            var text = "\(numbers.placed) of \(numbers.samples) samples have a place"
            if let best = numbers.bestAccuracy, let worst = numbers.worstAccuracy, let mean = numbers.meanAccuracy {
                let shown = [best, worst, mean].map { DecimalText.rounded($0, error: $0) + " m" }
                text += ", accurate to \(shown[0])" + (best < worst ? " to \(shown[1]), \(shown[2]) in the mean" : "")
            } else if numbers.placed > 0 {
                text += ", of unknown accuracy"
            }
            facts.append((stream.name, text))
        }
        return [.facts(facts)]
    }
}
