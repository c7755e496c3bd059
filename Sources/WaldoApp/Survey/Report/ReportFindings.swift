import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTime

/// What a report needs to know of a survey's rows: one pass over the samples of each session's newest run, and one over
/// what was heard.
struct ReportFindings {
    /// The newest run of each session.
    let runs: [(session: SessionSummary, run: RunSummary)]
    /// The streams of all of them, and what was found of each.
    let streams: [StreamDescription]
    private(set) var statistics: [StreamStatistics]
    /// The stream that the map shows, and its points.
    let mapped: Int?
    private(set) var points = MapPoints()
    /// The gaps and alarms, and the rejects with their lines.
    private(set) var gaps: [Gap] = [], alarms: [ReportAlarm] = []
    private(set) var rejects: [(reject: Reject, line: Int?)] = []
    /// How many valid fixes each source has given.
    private(set) var fixes: [Fix.Source: Int] = [:]
    /// The earliest and latest time of what was heard, in microseconds since 1970, by the wall clock that held then;
    /// nil: no clock was recorded, or its rows were pruned.
    private(set) var times: ClosedRange<Int64>?
    /// Sensor and graph of the newest run; nil: the file cannot be read any more.
    let sensor: Sensor?, graph: Graph?
    /// Why the graph computes nothing, in one sentence; nil: it takes a stream, or nothing was heard.
    private(set) var problem: String?
    /// Why the survey is never published; nil: it may be.
    let publication: String?

    /// Reads a survey.
    /// - Throws: `StoreError`, `ExitStatus`.
    init(_ survey: SurveySummary, _ reader: StoreReader) throws {
        runs = survey.sessions.compactMap { session in session.runs.last.map { (session, $0) } }
        let numbers = StreamNumbers(runs.map(\.run))
        streams = numbers.all
        publication = try Publication.refusal(survey, reader)
        statistics = streams.map { _ in StreamStatistics() }
        let newest = runs.last?.run.description ?? survey.description.run
        sensor = try? ParsedText.sensor(newest.sensor, named: survey.description.sensor.name)
        let found = newest.graph.flatMap { try? ParsedText.graph($0.text, named: $0.name) }
        graph = found.map { [sensor] in $0.fitted(to: sensor?.descriptions ?? []) }
        mapped = Self.mapped(runs.map(\.run), numbers, graph)
        var progress = Progress("Reading \(reader.path)")
        defer { progress.clear() }
        let total = Double(max(1, runs.reduce(0) { $0 + $1.run.samples }))
        var match = GraphMatch(graph ?? Graph.identity(for: []), streams: sensor?.descriptions ?? [])
        var count = 0
        for (session, run) in runs {
            var isInterrupted = false
            let trusted = TrustedPlaces(session, run, of: survey, reader)
            try reader.samples(ofRun: run.id) { sample, _ in
                count += 1
                progress.show(Double(count) / total)
                let stream = numbers.number(of: sample.stream, in: run.id)
                statistics[stream].add(sample)
                // What cannot be read of the fixes is said where the account needs it.
                if stream == mapped, (try? trusted.trusts(sample)) == true { points.add(sample) }
                if count % 4096 == 0 { isInterrupted = (try? Interruption.check()) == nil }
                return !isInterrupted
            }
            try Interruption.check()
            gaps += try reader.gaps(ofRun: run.id)
            alarms += try ReportAlarm.alarms(of: run, in: session, reader)
            rejects += try reader.rejects(ofRun: run.id)
            try countFixes(session, reader, &match)
        }
        problem = match.problem
    }

    /// The stream to show on a map: of those with places the one of the lowest rank, and none that only grows.
    private static func mapped(_ runs: [RunSummary], _ numbers: StreamNumbers, _ graph: Graph?) -> Int? {
        let placed = numbers.all.indices.filter { index in
            runs.contains { run in
                run.streams.contains { numbers.number(of: $0.number, in: run.id) == index && $0.placed > 0 }
            }
        }
        let levels = placed.filter { graph?.isSum(numbers.all[$0].name) != true }
        return StreamRank.first(of: levels.map { numbers.all[$0] }, in: graph).map { levels[$0] }
    }

    private mutating func countFixes(
        _ session: SessionSummary, _ reader: StoreReader, _ match: inout GraphMatch
    ) throws {
        var messages = sensor.map { HeardMessages($0, match, isLog: session.isLog) }
        var others: [Fix.Source: Int] = [:], times = SessionTimes()
        try reader.events(of: session.id) { event, at in
            times.process(event, at: at)
            messages?.process(event, at: at)
            if case .fix(let fix) = event, fix.isValid { others[fix.source, default: 0] += 1 }
            return true
        }
        if let found = times.range {
            self.times =
                self.times.map { min($0.lowerBound, found.lowerBound)...max($0.upperBound, found.upperBound) } ?? found
        }
        if let messages {
            match = messages.match
            if messages.placed > 0 { fixes[.message, default: 0] += messages.placed }
        }
        for (source, number) in others { fixes[source, default: 0] += number }
    }
}
