import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey

/// Exports a survey into files of other programs.
package enum SurveyExport {
    /// Writes the files that are asked for.
    /// - Returns: a line for each: how much was written, and what was left out and why.
    /// - Throws: `Failure` for a store that cannot be read, a survey that is refused and a file that cannot be written;
    ///   `ExitStatus`. No file has its name then.
    package static func run(_ request: ExportRequest) throws -> [String] {
        let reader = try StoreReader(path: request.store, isInterrupted: { Interruption.hasCome })
        let survey = try SurveyChoice.survey(request.survey, in: reader.surveys(), of: request.store)
        do {
            let raw = try request.all ? request.outputs[.bgeigie].map { try log($0, survey, reader) } : nil
            let outputs = request.outputs.filter { !request.all || $0.key != .bgeigie }
            return [raw].compactMap(\.self) + (outputs.isEmpty ? [] : try samples(request, survey, reader))
        } catch let error as SurveyExportError {
            if case .file = error { throw error }
            throw Failure(error.status, "\(request.store): \(error.description)")
        }
    }

    // MARK: the lines as imported

    private static func log(_ path: String, _ survey: SurveySummary, _ reader: StoreReader) throws -> String {
        guard survey.pruned == nil else {
            throw Failure(.file, "\(reader.path): the survey's raw rows, and with them its lines, were pruned")
        }
        let export = try RawLogExport(path, of: exported(survey, streams: [], run: nil))
        var lines = 0
        for session in survey.sessions {
            var count = LineCount(), failure: ExportError?
            try reader.events(of: session.id) { event, _ in
                guard case .bytes(_, let bytes) = event else { return true }
                count.add(bytes)
                do throws(ExportError) { try export.export(bytes) } catch { failure = error }
                return failure == nil
            }
            if let failure { throw failure }
            try Interruption.check()
            lines += count.number
        }
        try export.finish()
        return
            "\(SafeText.escaped(ExportFile.name(path), upTo: .max)): "
            + "\(SurveyNumber.count(lines, "line")), \(SurveyNumber.count(export.bytes, "byte")), as imported"
    }

    // MARK: samples

    private static func samples(
        _ request: ExportRequest, _ survey: SurveySummary, _ reader: StoreReader
    ) throws -> [String] {
        let runs = try self.runs(request, survey)
        let streams = StreamNumbers(runs.map(\.run))
        let targets = try ExportTargets(
            request, of: exported(survey, streams: streams.all, run: runs.last?.run.description))
        var progress = Progress("Exporting \(request.store)")
        defer { progress.clear() }
        let total = Double(max(1, runs.reduce(0) { $0 + $1.run.samples }))
        var count = 0, outside = 0
        for (session, run) in runs {
            try targets.begin(run: "session \(session.id), run \(run.id)", isLog: session.isLog)
            let moments = try targets.rowStream.map { _ in try self.moments(session, run.description, survey, reader) }
            let export = RunExport(
                targets, request.window, moments, TrustedPlaces(session, run, of: survey, reader),
                isPruned: survey.pruned != nil)
            try export.run(run.id, of: session.id, reader) { sample in
                count += 1
                progress.show(Double(count) / total)
                sample.stream = streams.number(of: sample.stream, in: run.id)
            }
            outside += export.outside
        }
        try targets.finish()
        return targets.lines
            + (outside > 0 ? ["\(SurveyNumber.count(outside, "sample")) outside of --from and --until"] : [])
    }

    /// The run that is asked for, or the newest of each session.
    private static func runs(
        _ request: ExportRequest, _ survey: SurveySummary
    ) throws -> [(session: SessionSummary, run: RunSummary)] {
        guard let wanted = request.run else {
            return survey.sessions.compactMap { session in session.runs.last.map { (session, $0) } }
        }
        for session in survey.sessions {
            if let run = session.runs.first(where: { $0.id == wanted }) { return [(session, run)] }
        }
        let known = survey.sessions.flatMap(\.runs).map { "\($0.id)" }.joined(separator: ", ")
        throw Failure(
            .input, "\(request.store): survey \(survey.id) has no run \(wanted); its runs are \(known)")
    }

    private static func moments(
        _ session: SessionSummary, _ run: RunDescription, _ survey: SurveySummary, _ reader: StoreReader
    ) throws -> RowMoments {
        guard survey.pruned == nil else { return RowMoments() }
        let sensor = try ParsedText.sensor(run.sensor, named: survey.description.sensor.name)
        let rules = run.location.flatMap { LocationRules(text: $0) } ?? LocationRules()
        return RowMoments(sensor, rules, isFile: session.isLog)
    }

    private static func exported(
        _ survey: SurveySummary, streams: [StreamDescription], run: RunDescription?
    ) -> ExportedSurvey {
        let description = survey.description, device = description.device
        let graph = run?.graph.flatMap { try? ParsedText.graph($0.text, named: $0.name) }
        let corrects = graph?.nodes.contains { if case .deadTime = $0.kind { true } else { false } } ?? false
        return ExportedSurvey(
            title: description.title, uuid: description.uuid,
            device: device.serial ?? device.name ?? device.address ?? "", sensor: description.sensor.name,
            version: Version.current, streams: streams, forbidsUpload: !description.allowsUpload,
            correctsDeadTime: corrects || streams.contains(where: \.isCompensated),
            hasUnknownZone: survey.hasUnknownZone)
    }
}
