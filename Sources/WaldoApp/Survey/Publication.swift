import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Why a survey is not published, or only by a word of its own.
enum Publication {
    /// What is said where only the operator's word forbids it.
    static let marked = "never: the operator marked it"

    /// The reason in words, as far as the store knows it; nil: the survey may be published.
    /// - Throws: `StoreError`.
    static func refusal(_ survey: SurveySummary, _ reader: StoreReader) throws(StoreError) -> String? {
        let description = survey.description
        guard !description.allowsUpload else { return nil }
        if isSimulated(description) {
            return "only by `waldo-relay push --even-simulated`: the sensor was simulated"
        }
        if description.sensor.name == SurveyPlan.demo {
            return "only by `waldo-relay push --even-simulated`: the sensor is the built-in demo"
        }
        guard
            let sensor = try? ParsedText.sensor(description.sensor.text, named: description.sensor.name),
            sensor.messages.contains(where: { $0.forbidsUpload != nil })
        else { return marked }
        if survey.pruned != nil {
            return "never: the operator marked it, or the sensor's messages forbid it"
        }
        for session in survey.sessions where try forbids(session, sensor, reader) {
            return "never: the sensor's messages forbid it"
        }
        return marked
    }

    /// Whether its numbers are those of a simulated sensor.
    static func isSimulated(_ description: SurveyDescription) -> Bool {
        description.method?.hasPrefix(SurveyPlan.simulationMethod) == true
    }

    /// Whether a message of a session forbids it.
    private static func forbids(
        _ session: SessionSummary, _ sensor: Sensor, _ reader: StoreReader
    ) throws(StoreError) -> Bool {
        var machine = SurveyMachine(
            sensor, graph: Graph(name: "none", inputs: [], outputs: []), rules: LocationRules(),
            isFile: session.isLog)
        var sink = Sink()
        var last: Instant?
        try reader.events(of: session.id) { event, at in
            machine.step(event, at: at, &sink)
            last = at
            return !sink.isForbidden && !Interruption.hasCome
        }
        // A session whose process was killed ends with its last row.
        if let last { machine.step(.end, at: last, &sink) }
        return sink.isForbidden
    }

    /// Takes that a message forbids publishing, and nothing else.
    private struct Sink: SurveySink {
        var isForbidden = false

        mutating func forbidsUpload(at time: Instant) { isForbidden = true }
        mutating func stream(_ number: Int, _ description: StreamDescription) {}
        mutating func message(_ message: borrowing SensorMessage) {}
        mutating func sample(_ sample: Sample) {}
        mutating func alarm(_ change: AlarmChange) {}
        mutating func gap(_ gap: Gap) {}
        mutating func reject(_ reject: Reject) {}
    }
}
