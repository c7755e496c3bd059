import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey

/// Whether a graph can compute the surveys that it is given.
extension SurveyProcessing {
    /// Refuses a graph that does not fit the sensor of a survey.
    static func requireFit(_ graph: Graph, _ name: String, _ surveys: [SurveySummary]) throws {
        for survey in surveys {
            let sensor = try ParsedText.sensor(
                survey.description.sensor.text, named: survey.description.sensor.name)
            guard !sensor.streams.isEmpty, let problem = graph.problem(with: sensor.descriptions) else { continue }
            throw Failure(
                .file,
                "the graph \(SafeText.escaped(name)) does not fit the sensor of survey \(survey.id) "
                    + "“\(SafeText.escaped(survey.description.title))”: \(problem)")
        }
    }

    /// Refuses a graph that takes none of the streams that a survey's messages describe.
    static func requireMatch(_ choice: GraphChoice, _ survey: SurveySummary, _ reader: StoreReader) throws {
        let found: Graph? =
            switch choice {
            case .own: survey.description.graph.flatMap { try? ParsedText.graph($0.text, named: $0.name) }
            case .none: nil
            case .file(let file): file.value
            }
        let name = survey.description.sensor.name
        guard let found, let sensor = try? ParsedText.sensor(survey.description.sensor.text, named: name) else {
            return
        }
        let streams = sensor.descriptions
        var match = GraphMatch(found.fitted(to: streams), streams: streams)
        for session in survey.sessions where !match.isMatched {
            var messages = HeardMessages(sensor, match, isLog: session.isLog)
            try reader.events(of: session.id) { event, time in
                messages.process(event, at: time)
                return !messages.match.isMatched && !Interruption.hasCome
            }
            try Interruption.check()
            match = messages.match
        }
        guard let problem = match.problem else { return }
        throw Failure(
            .file,
            "\(SafeText.escaped(reader.path, upTo: .max)): survey \(survey.id) "
                + "“\(SafeText.escaped(survey.description.title))”: \(problem)")
    }
}
