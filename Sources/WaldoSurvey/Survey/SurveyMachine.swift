public import WaldoCore
public import WaldoTime

/// The survey's state machine: from what was heard and when to samples and alarms. No clock, no I/O: the same events
/// give the same results, live and when a store is processed again.
public struct SurveyMachine: Sendable {
    let sensor: Sensor
    let rules: LocationRules
    var graph: Graph
    var engine: GraphEngine
    var locator: Locator
    /// Since when the locator's fixes are; nil: the beginning. How long times before it are from theirs is not known.
    var fixesBegin: Instant?
    var clock = SurveyClock()

    private let arm: Arm?
    private let isFile: Bool
    let isSimulated: Bool
    private var commanded: PerChannel<Int32>?
    var decoders: [SensorDecoder]
    var gaps: [MessageGaps]
    /// Whether messages of a format measure something.
    let measures: [Bool]
    /// What became of each channel's measurements.
    public internal(set) var measurements: [MeasurementAccount]
    var decoded: DecodedBatch
    var computed = GraphBatch()
    var pending = PendingSamples()
    /// The streams that messages have described: their channel, their number there, and where their numbers go.
    var described: [(channel: Int, number: Int, stream: StreamDescription, destination: Destination)] = []
    /// Whether the graph accepts one of the sensor's streams.
    var match: GraphMatch
    /// The point of a raster at which the arm rests, or the route on which it is; nil: none.
    var spot: Spot?
    /// For each kind of spot the outputs that have results for it, each with the output that carries them.
    var spotStreams: [Spot.Kind: [(output: Int, stream: Int)]] = [:]
    /// For each stream the number of its next sample, the time of the last and where it was taken.
    var outputs: [OutputState]
    /// For each of the streams that the sensor's file lists, where its numbers go.
    let destinations: [Destination]
    private var hasAnnounced = false
    var forbidsUpload = false
    /// Since when nothing is heard, and why.
    private var lost: (at: Instant, cause: Gap.Cause)?
    /// The time of the latest event.
    public private(set) var time = Instant.distantPast

    /// Where the numbers of a stream go.
    enum Destination: Sendable {
        /// Into the graph, by the inputs at these indices.
        case inputs([Int])
        /// Out as they are, by the output of this number.
        case output(Int)
    }

    struct OutputState: Sendable {
        var next: Int64
        var spacing: Double?
        var lastPlace: Place?
    }

    /// Creates a machine for one session of a survey.
    /// - Parameters:
    ///   - graph: the graph, fitted to the sensor's streams; there is no `problem` between the two.
    ///   - arm: the arm that carries the sensor; nil: none.
    ///   - sequences: the number of the next sample of each stream, for a session that is not its survey's first.
    ///   - isFile: whether the bytes are those of a file, whose end may be that of its last message as well.
    ///   - isSimulated: whether the bytes are those of a simulated sensor, which each sample then states.
    public init(
        _ sensor: Sensor, graph: Graph, rules: LocationRules, arm: Arm? = nil, sequences: [String: Int64] = [:],
        isFile: Bool = false, isSimulated: Bool = false
    ) {
        self.sensor = sensor
        self.rules = rules
        self.graph = graph
        engine = GraphEngine(graph, isLog: isFile && rules.edition > 1)
        locator = Locator(rules, pose: arm.flatMap { CommandedPose($0) }, isFile: isFile)
        self.arm = arm
        self.isFile = isFile
        self.isSimulated = isSimulated
        commanded = arm?.startValues
        decoders = (0..<sensor.channels).map { SensorDecoder(sensor, channel: $0, isFile: isFile) }
        gaps = decoders.map { _ in MessageGaps(sensor) }
        measures = sensor.messages.enumerated().map { number, format in
            format.description != nil || sensor.streams.contains { $0.sources[number] != nil }
        }
        measurements = decoders.map { _ in MeasurementAccount() }
        decoded = DecodedBatch(fields: max(1, sensor.messages.map(\.fields.count).max() ?? 1))
        outputs = graph.outputs.map {
            OutputState(next: sequences[$0.description.name] ?? 0, spacing: $0.spacing)
        }
        match = GraphMatch(graph, streams: sensor.descriptions)
        var destinations: [Destination] = []
        for stream in sensor.descriptions {
            let inputs = graph.inputs.indices.filter { graph.inputs[$0].stream == stream.name }
            destinations.append(inputs.isEmpty ? .output(outputs.count) : .inputs(inputs))
            if inputs.isEmpty { outputs.append(OutputState(next: sequences[stream.name] ?? 0, spacing: nil)) }
        }
        self.destinations = destinations
        self.sequences = sequences
    }

    let sequences: [String: Int64]

    /// Where each channel's bytes went.
    public var accounts: [SensorAccount] { decoders.map(\.account) }

    /// When `step` has to be called with `.deadline`; nil: at the next event.
    public var deadline: Instant? {
        Instant.earlier(Instant.earlier(engine.deadline, finalDue), match.deadline)
    }

    /// Processes an event.
    /// - Parameter at: its time. One that is earlier than the event before it counts as that one's.
    public mutating func step(_ event: SurveyEvent, at: Instant, _ sink: inout some SurveySink) {
        time = max(time, at)
        if !hasAnnounced { announce(&sink) }
        advance(&sink)
        switch event {
        case .bytes(let channel, let bytes): read(bytes, channel, &sink)
        case .fix(let fix): locator.add(fix)
        case .command(let channel, let value): processCommand(channel, value)
        case .clock(let utc): setDate(utc, &sink)
        case .undated: setDate(nil, &sink)
        case .linkUp: regain(&sink)
        case .linkDown: lose(.link, &sink)
        case .paused: lose(.pause, &sink)
        case .placed: locator.confirmStart()
        case .spot(let change): process(change, &sink)
        case .deadline: break
        case .end: end(&sink)
        }
        finishFinal(&sink)
    }

    private mutating func announce(_ sink: inout some SurveySink) {
        hasAnnounced = true
        for (number, output) in graph.outputs.enumerated() { sink.stream(number, output.description) }
        for (stream, destination) in zip(sensor.streams, destinations) {
            if case .output(let number) = destination { sink.stream(number, stream.description) }
        }
    }

    /// An arm that is busy with a command may be deaf and mute meanwhile, and a sensor on its shield with it, as long
    /// as its link is there.
    private mutating func processCommand(_ channel: Channel, _ value: Int32) {
        locator.command(channel, value, at: time)
        guard let arm, let before = commanded, arm.channels.contains(channel) else { return }
        commanded?[channel] = value
        guard lost == nil, isOnArm, let busy = arm.profiles[channel].busy else { return }
        let distance = (Int64(value) - Int64(before[channel])).magnitude
        if distance > 0 { engine.excuseSilence(until: time + busy.base + busy.perUnit * Int(distance)) }
    }

    /// Whether the sensor is heard over the arm's link.
    private var isOnArm: Bool { sensor.hears.service.map { $0 == arm?.link.bluetooth?.service } ?? true }

    // MARK: the link

    /// Nothing is heard from here on: the link was lost, or the operator pauses.
    private mutating func lose(_ cause: Gap.Cause, _ sink: inout some SurveySink) {
        flush(&sink)
        guard lost?.cause != cause else { return }
        regain(&sink)
        lost = (time, cause)
        if cause == .pause { engine.pauseSilence() }
    }

    private mutating func regain(_ sink: inout some SurveySink) {
        guard let lost else { return }
        self.lost = nil
        engine.interrupt(from: lost.at, to: time)
        if lost.cause == .pause { engine.countSilence(from: time) }
        sink.gap(Gap(from: lost.at, to: time, cause: lost.cause))
    }

    private mutating func flush(_ sink: inout some SurveySink) {
        for channel in decoders.indices {
            decoders[channel].flush(at: time, &decoded)
            processDecoded(channel, &sink)
            gaps[channel].interrupt()
        }
    }

    private mutating func end(_ sink: inout some SurveySink) {
        for channel in decoders.indices where isFile {
            decoders[channel].finish(at: time, &decoded)
            processDecoded(channel, &sink)
        }
        flush(&sink)
        if let lost { sink.gap(Gap(from: lost.at, to: time, cause: lost.cause)) }
        lost = nil
        locator.end()
        while pending.oldest != nil { finishOldest(&sink) }
    }
}
