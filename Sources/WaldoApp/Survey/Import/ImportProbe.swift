import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTime

/// Looks for the first measurement of a file, without which it is not imported, and for a stream that the graph takes,
/// as far as messages describe streams.
struct ImportProbe: DecoderSink {
    private let isMeasurement: [Bool]
    private var match: GraphMatch
    /// Whether the file has a measurement.
    private(set) var isFound = false
    /// The wall clock's first row; nil: none was found before the rest was known.
    private(set) var started: Int64?
    /// The first bytes that are no message.
    private(set) var reject: Reject?

    /// Why the graph computes nothing from the file; nil: it takes a stream, or there is no measurement.
    var problem: String? { match.problem }

    /// Reads a file as far as it has to.
    /// - Parameter isLog: whether the file is a log, whose end may be that of its last line as well.
    /// - Throws: that the file cannot be read.
    init(_ events: any ImportedEvents, _ sensor: Sensor, _ graph: Graph, isLog: Bool) throws(FileError) {
        isMeasurement = sensor.messages.map { !$0.fields.isEmpty }
        match = GraphMatch(graph, streams: sensor.descriptions)
        var decoders = (0..<sensor.channels).map { SensorDecoder(sensor, channel: $0, isFile: isLog) }
        while !(isFound && match.isMatched && started != nil), let (at, event) = try events.next() {
            switch event {
            case .clock(let utc): started = started ?? utc
            case .bytes(let channel, let bytes):
                guard !(isFound && match.isMatched), decoders.indices.contains(channel) else { break }
                decoders[channel].read(bytes, at: at, &self)
            case .end where isLog:
                for channel in decoders.indices { decoders[channel].finish(at: at, &self) }
            default: break
            }
        }
    }

    mutating func message(_ message: borrowing SensorMessage) {
        guard isMeasurement[message.format] else { return }
        isFound = true
        match.heard(at: message.at)
    }
    mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) { match.add(description) }
    mutating func reject(_ reject: Reject) { self.reject = self.reject ?? reject }
}
