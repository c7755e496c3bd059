internal import WaldoCore
internal import WaldoFiles
internal import WaldoTime

/// Looks for the first measurement of a file, without which it is not imported.
struct ImportProbe: DecoderSink {
    private let isMeasurement: [Bool]
    private(set) var isFound = false
    /// The first bytes that are no message.
    private(set) var reject: Reject?

    private init(_ sensor: Sensor) { isMeasurement = sensor.messages.map { !$0.fields.isEmpty } }

    /// Whether a file has a measurement, the wall clock's first row in it, and the first reject where it has none.
    /// - Parameter isLog: whether the file is a log, whose end may be that of its last line as well.
    /// - Throws: that the file cannot be read.
    static func look(
        _ events: any ImportedEvents, _ sensor: Sensor, isLog: Bool
    ) throws(FileError) -> (measures: Bool, started: Int64?, reject: Reject?) {
        var probe = ImportProbe(sensor)
        var decoders = (0..<sensor.channels).map { SensorDecoder(sensor, channel: $0, isFile: isLog) }
        var started: Int64?
        while !(probe.isFound && started != nil), let (at, event) = try events.next() {
            switch event {
            case .clock(let utc): started = started ?? utc
            case .bytes(let channel, let bytes):
                if !probe.isFound, decoders.indices.contains(channel) { decoders[channel].read(bytes, at: at, &probe) }
            case .end where isLog:
                for channel in decoders.indices { decoders[channel].finish(at: at, &probe) }
            default: break
            }
        }
        return (probe.isFound, started, probe.reject)
    }

    mutating func message(_ message: borrowing SensorMessage) {
        isFound = isFound || isMeasurement[message.format]
    }
    mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {}
    mutating func reject(_ reject: Reject) { self.reject = self.reject ?? reject }
}
