import WaldoCore
import WaldoSurvey
import WaldoTime

/// What the messages of a session state: how many have a valid place, and whether a graph accepts one of the streams
/// that they describe.
struct HeardMessages {
    private let isLog: Bool
    private var decoders: [SensorDecoder]
    private var collected: Collected

    /// - Parameters:
    ///   - match: what earlier sessions have shown of the graph.
    ///   - isLog: whether the session is an imported log, whose end may be that of its last line as well.
    init(_ sensor: Sensor, _ match: GraphMatch, isLog: Bool) {
        self.isLog = isLog
        decoders = (0..<sensor.channels).map { SensorDecoder(sensor, channel: $0, isFile: isLog) }
        collected = Collected(
            places: sensor.messages.map(\.place), isMeasurement: sensor.messages.map { !$0.fields.isEmpty },
            match: match)
    }

    /// How many messages have a valid place.
    var placed: Int { collected.placed }
    /// What is known of the graph.
    var match: GraphMatch { collected.match }

    /// Processes an event of the session.
    mutating func process(_ event: SurveyEvent, at time: Instant) {
        switch event {
        case .bytes(let channel, let bytes):
            if decoders.indices.contains(channel) { decoders[channel].read(bytes, at: time, &collected) }
        case .end where isLog:
            for channel in decoders.indices { decoders[channel].finish(at: time, &collected) }
        default: break
        }
    }

    private struct Collected: DecoderSink {
        let places: [MessagePlace?], isMeasurement: [Bool]
        var match: GraphMatch
        var placed = 0

        mutating func message(_ message: borrowing SensorMessage) {
            if !match.isMatched, isMeasurement[message.format] { match.heard(at: message.at) }
            guard let place = places[message.format], Fix(copy message, place)?.isValid == true else { return }
            placed += 1
        }
        mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {
            match.add(description)
        }
        mutating func reject(_ reject: Reject) {}
    }
}
