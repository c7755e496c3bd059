import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

/// Collects what a survey's state machine gives.
struct CollectedSurvey: SurveySink, Equatable {
    var streams: [StreamDescription] = []
    var messages = 0
    var samples: [Sample] = []
    var alarms: [AlarmChange] = []
    var gaps: [Gap] = []
    var rejects: [Reject] = []
    var forbidden: [Instant] = []
    var matches: [GraphMatch.Change] = []

    mutating func stream(_ number: Int, _ description: StreamDescription) { streams.append(description) }
    mutating func message(_ message: borrowing SensorMessage) { messages += 1 }
    mutating func sample(_ sample: Sample) { samples.append(sample) }
    mutating func alarm(_ change: AlarmChange) { alarms.append(change) }
    mutating func gap(_ gap: Gap) { gaps.append(gap) }
    mutating func forbidsUpload(at time: Instant) { forbidden.append(time) }
    mutating func reject(_ reject: Reject) { rejects.append(reject) }
    mutating func match(_ change: GraphMatch.Change) { matches.append(change) }

    /// The samples of a stream.
    func samples(of name: String) -> [Sample] {
        guard let number = streams.firstIndex(where: { $0.name == name }) else { return [] }
        return samples.filter { $0.stream == number }
    }
}

/// A state machine on a clock that the test moves, in seconds.
struct SteppedSurvey {
    var machine: SurveyMachine
    var found = CollectedSurvey()

    init(_ sensor: Sensor, graph: Graph? = nil, rules: LocationRules = LocationRules(), arm: Arm? = nil) {
        let graph = graph?.fitted(to: sensor.descriptions) ?? Graph.identity(for: sensor.descriptions)
        machine = SurveyMachine(sensor, graph: graph, rules: rules, arm: arm)
    }

    mutating func step(_ event: SurveyEvent, _ seconds: Double) {
        machine.step(event, at: .clockStart + .microseconds(Int64(seconds * 1_000_000)), &found)
    }

    /// Steps at each deadline up to a time, as the loop's timer does.
    mutating func wait(until seconds: Double) {
        let end = Instant.clockStart + .microseconds(Int64(seconds * 1_000_000))
        while let deadline = machine.deadline, deadline <= end { machine.step(.deadline, at: deadline, &found) }
    }

    /// Steps two copies through events some seconds apart, and to the end: one with its deadlines in time, the other
    /// with none between two events.
    /// - Returns: what either has found.
    func withLateDeadlines(
        _ count: Int, apart: ClosedRange<Double>, _ generator: inout SeededGenerator,
        _ event: (_ seconds: Double, inout SeededGenerator) -> SurveyEvent
    ) -> (prompt: CollectedSurvey, late: CollectedSurvey) {
        var prompt = self, late = self, time = 0.0
        for _ in 0..<count {
            time += Double.random(in: apart, using: &generator)
            let event = event(time, &generator)
            prompt.wait(until: time)
            prompt.step(event, time)
            late.step(event, time)
        }
        prompt.step(.end, time + 10)
        late.step(.end, time + 10)
        return (prompt.found, late.found)
    }
}
