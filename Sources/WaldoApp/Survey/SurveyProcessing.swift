import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore
package import WaldoSurvey
import WaldoTime

/// Processes the sessions of a store again, by the state machine that processed them while they were running.
package enum SurveyProcessing {
    /// Computes each session's newest run again and compares it with what is stored.
    /// - Throws: `StoreError` for a store that cannot be read, `Failure` for a survey that is not in it.
    package static func verify(_ path: String, survey number: Int64?) throws -> [Result] {
        try refuseRecording(path)
        let reader = try StoreReader(path: path, isInterrupted: { Interruption.hasCome })
        var results: [Result] = []
        for survey in try chosen(number, of: reader) {
            for session in survey.sessions {
                guard let run = session.runs.last else { continue }
                var result = Result(title: survey.description.title, session: session.id, rows: 0)
                result.isRunning = session.ending == .running
                let comparison = try reader.compare(session: session.id, run: run.id) {
                    (comparer) throws(StoreError) in
                    var sink = comparer
                    try process(session, try machine(run.description, of: survey, session, reader), reader, &sink)
                }
                switch comparison {
                case .equal(let rows): result.rows = rows
                case .prefix(let rows, let missing): (result.rows, result.missing) = (rows, missing)
                case .different(let difference): result.difference = difference
                }
                results.append(result)
            }
        }
        return results
    }

    /// Processes every session again, and adds what comes out as a run of its own.
    /// - Parameters:
    ///   - number: the survey's number; nil: all of the file.
    ///   - graph: the graph to compute by.
    ///   - method: how the sensor was carried; nil: the survey's own rules hold.
    /// - Throws: `StoreError` for a store that cannot be written, `Failure` for a graph that does not fit or takes none
    ///   of the sensor's streams; nothing is written then.
    package static func process(
        _ path: String, survey number: Int64?, graph: GraphChoice, method: TravelMethod? = nil,
        progress: @escaping (Int) -> Void
    ) throws -> [Result] {
        try refuseRecording(path)
        let editor = try StoreEditor(path: path, isInterrupted: { Interruption.hasCome })
        let surveys = try chosen(number, of: editor.reader)
        if case .file(let graph) = graph { try requireFit(graph.value, graph.source.name, surveys) }
        for survey in surveys { try requireMatch(graph, survey, editor.reader) }
        var results: [Result] = []
        for survey in surveys {
            var description = survey.description.run
            description.version = Version.current
            switch graph {
            case .own: break
            case .none: description.graph = nil
            case .file(let graph):
                description.graph = SurveyDescription.File(name: graph.source.name, text: graph.source.text)
            }
            if let method {
                var rules = description.location.flatMap { LocationRules(text: $0) } ?? LocationRules()
                rules.fastest = method.fastest
                rules.edition = LocationRules.newest
                description.location = rules.text
            }
            for session in survey.sessions {
                var rows = 0
                let machine = try machine(description, of: survey, session, editor.reader)
                try editor.addRun(
                    session: session.id, description, made: WallClock.now(), progress: progress
                ) { (writer, reader) throws(StoreError) in
                    var sink = CountingSink(writer, isLog: session.isLog)
                    try process(session, machine, reader, &sink)
                    rows = sink.rows
                }
                results.append(Result(title: survey.description.title, session: session.id, rows: rows))
            }
        }
        try editor.close()
        return results
    }

    /// The surveys that are meant, whose raw rows are there.
    private static func chosen(_ number: Int64?, of reader: StoreReader) throws -> [SurveySummary] {
        let surveys = try reader.surveys().filter { number == nil || $0.id == number }
        let path = SafeText.escaped(reader.path, upTo: .max)
        guard !surveys.isEmpty else {
            throw Failure(
                .input,
                "\(path): "
                    + (number.map { "there is no survey \($0); see `waldo survey list`" } ?? "there is no survey"))
        }
        let pruned = surveys.filter { $0.pruned != nil }
        guard pruned.isEmpty || number == nil && pruned.count < surveys.count else {
            throw Failure(
                .file,
                "\(path): the raw rows of survey \(pruned[0].id) were pruned, so it cannot be computed again")
        }
        return surveys.filter { $0.pruned == nil }
    }

    private static func process(
        _ session: SessionSummary, _ machine: SurveyMachine, _ reader: StoreReader, _ sink: inout some ProcessingSink
    ) throws(StoreError) {
        var machine = machine
        var last: Instant?
        var hasEnded = false
        try reader.events(of: session.id) { event, time in
            sink.willProcess(event)
            machine.step(event, at: time, &sink)
            last = time
            hasEnded = event == .end
            return !Interruption.hasCome
        }
        if Interruption.hasCome { throw StoreError(.interrupted, reader.path, "the computation was ended by a signal") }
        // A session whose process was killed ends with its last row.
        if let last, !hasEnded { machine.step(.end, at: last, &sink) }
    }

    /// The machine that a run's description makes for a session.
    private static func machine(
        _ description: RunDescription, of survey: SurveySummary, _ session: SessionSummary, _ reader: StoreReader
    ) throws(StoreError) -> SurveyMachine {
        do throws(FileError) { return try machine(description, of: survey, isFile: session.isLog) } catch {
            throw StoreError(.damaged, reader.path, "a file in it cannot be used: \(error)")
        }
    }

    /// The machine that a run's description makes.
    static func machine(
        _ description: RunDescription, of survey: SurveySummary, isFile: Bool
    ) throws(FileError) -> SurveyMachine {
        let sensor = try ParsedText.sensor(description.sensor, named: survey.description.sensor.name)
        let streams = sensor.descriptions
        var graph = Graph.identity(for: streams)
        if let file = description.graph {
            let found = try ParsedText.graph(file.text, named: file.name)
            if !streams.isEmpty, let problem = found.problem(with: streams) {
                throw FileError(file: file.name, "the graph does not fit the survey's sensor: \(problem)")
            }
            graph = found.fitted(to: streams)
        }
        let arm = try description.arm.map { (text) throws(FileError) in
            try ParsedText.arm(text, named: survey.description.arm?.name ?? "arm")
        }
        let rules = description.location.flatMap { LocationRules(text: $0) } ?? graph.location ?? LocationRules()
        return SurveyMachine(
            sensor, graph: graph, rules: rules, arm: arm, isFile: isFile,
            isSimulated: Publication.isSimulated(survey.description))
    }

    /// A recording of a drive becomes a survey first, because its own lines are never changed.
    /// - Throws: `Failure` that says how.
    private static func refuseRecording(_ path: String) throws(Failure) {
        guard let text = try? FileBeginning.text(of: path), text.hasPrefix("{\"recording\"") else { return }
        throw Failure(
            .file,
            "\(path): this is the recording of a drive; make a survey of it first, by `waldo survey import FILE --sensor "
                + "NAME --to STORE`, and process that")
    }
}
